import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { formatUsd, toCents } from '#lib/money.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { HashRosette } from '#ui/figures/hash-rosette.tsx'
import { Money } from '#ui/figures/money.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { downloadSimple, sealCheck } from '#ui/icons.ts'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { Checks } from '#ui/status/checks.tsx'
import { download } from '#ui/table/csv.ts'
import { ChainedEntries } from '../../components/chained-entries.tsx'
import {
  type ChainCheck,
  type CheckState,
  hasSameBalances,
  useChainCheck,
} from '../../components/use-chain-check.tsx'
import { SUB_ACCOUNT_KEYS, SUB_ACCOUNT_LABELS, sumSubAccounts } from '../../model.ts'
import styles from './verify.module.css'

export default function Verify() {
  const { state, start } = useChainCheck()
  return (
    <Stack>
      <PageTitle>Verify my balance</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Verify my balance"
        lead={
          'Your browser computes the hashes of your entries, adds the entries up, and follows ' +
          'the hash chain to its end.'
        }
        actions={
          <Button
            variant="primary"
            icon={sealCheck}
            pending={state.step === 'running'}
            pendingLabel="Checking…"
            onClick={start}
          >
            {state.step === 'done' ? 'Run it again' : 'Run the check'}
          </Button>
        }
      />
      <Columns rail={<Limits />}>
        <Outcome state={state} />
      </Columns>
    </Stack>
  )
}

function Outcome({ state }: { state: CheckState }) {
  if (state.step === 'done') return <Done check={state.check} />
  return (
    <Panel title="What is checked">
      <Stack tight>
        <ol className={styles.steps}>
          <li>The text of each of your entries has the hash that the ledger recorded.</li>
          <li>The hashes of a block’s entries give its digest, and the digest its hash.</li>
          <li>Each block names the one before it, from your first entry to the newest there is.</li>
          <li>Your entries add up, to the cent, to the balances that you are shown.</li>
        </ol>
        <div role="status">{state.step === 'running' && <p className="muted">{state.says}</p>}</div>
        {state.step === 'failed' && (
          <Callout tone="error" live title="The check could not be finished.">
            {state.says} Nothing has changed. Run it again; if it fails again, write to us.
          </Callout>
        )}
      </Stack>
    </Panel>
  )
}

/** Shows the result of the check as a sentence and as steps, differences first. */
function Done({ check }: { check: ChainCheck }) {
  const adds = hasSameBalances(check.subAccounts, check.ledgerBalances)
  const differs = check.rows.some(({ verdict }) => verdict === 'wrong')
  const good = !differs && check.wrong.length === 0 && adds

  if (check.rows.length === 0)
    return (
      <Panel title="Nothing to check yet">
        None of your entries is in the hash chain yet. New entries are added within a minute. If
        your overview shows money and this message remains, write to us.
      </Panel>
    )

  return (
    <>
      <Panel title={good ? 'They match' : 'They do not match'}>
        <Stack tight>
          {!good && (
            <Callout tone="error" live>
              Your browser’s result differs from the ledger. Download what was checked, save it, and
              write to us.
            </Callout>
          )}
          {good && check.head && (
            <div className={styles.seal}>
              <HashRosette hash={check.head.hash} density={0.7} stroke={0.8} />
              <p role="status">
                {check.beyond > 0
                  ? `${check.rows.length - check.beyond} of ${check.rows.length} entries are in ` +
                    'the part of the chain that was checked, which ends'
                  : `All ${check.rows.length} entries are in the chain, which ends`}{' '}
                with entry L-{check.head.last_seq} in block {check.head.block}.{' '}
                <span className="mono small">{check.head.hash}</span>
              </p>
            </div>
          )}
          <Checks checks={buildChecks(check, adds)} />
          <Button
            icon={downloadSimple}
            onClick={() =>
              download(
                'my-blocks.json',
                JSON.stringify(check.blocks, undefined, 1),
                'application/json',
              )
            }
          >
            Download what was checked
          </Button>
        </Stack>
      </Panel>
      <SavedHashCheck hashes={check.hashes} />
      <Panel title="What your entries add up to">
        <KeyValues
          rows={SUB_ACCOUNT_KEYS.map((subAccount) => ({
            label: SUB_ACCOUNT_LABELS[subAccount],
            value: <Money amount={check.subAccounts[subAccount]} />,
          }))}
          total={{
            label: 'Owed to you',
            value: <Money amount={sumSubAccounts(check.subAccounts)} />,
          }}
        />
      </Panel>
      <ChainedEntries rows={check.rows} />
    </>
  )
}

function buildChecks(check: ChainCheck, adds: boolean) {
  const differing = check.rows.filter(({ verdict }) => verdict === 'wrong')
  const hidden = check.rows.filter(({ verdict }) => verdict === 'hidden').length
  const toVerdict = (good: boolean) => (good ? 'ok' : 'review')
  const remainder = check.cut ? '; the rest of the chain needs the offline verifier' : ''

  return [
    {
      what: 'Entries match their hashes',
      verdict: toVerdict(differing.length === 0),
      evidence:
        differing.length > 0
          ? `${differing.map(({ seq }) => `L-${seq}`).join(', ')} differ`
          : `${check.rows.length - hidden} checked, ${hidden} by their hash only`,
    },
    {
      what: 'Hash chain',
      verdict: toVerdict(check.wrong.length === 0 && check.beyond === 0),
      evidence:
        check.wrong.join(' ') ||
        `${check.links === 1 ? 'One link' : `${check.links} links`} checked${remainder}`,
    },
    {
      what: 'Sum of your entries',
      verdict: toVerdict(adds),
      evidence:
        `They come to ${formatUsd(sumSubAccounts(check.subAccounts))}; the ledger says ` +
        `${formatUsd(toCents(check.ledgerBalances.total))}`,
    },
  ] as const
}

/** Checks a hash that the member saved: entries before it cannot have been added since. */
function SavedHashCheck({ hashes }: { hashes: ReadonlySet<string> }) {
  const [typed, setTyped] = useState('')
  const enteredHash = typed.trim().toLowerCase()
  const whole = /^[0-9a-f]{64}$/.test(enteredHash)

  return (
    <Panel title="A hash that you saved">
      <TextField
        label="Hash"
        name="savedHash"
        optional
        autoComplete="off"
        spellCheck={false}
        hint="64 characters, from your statement or a published anchor"
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <div role="status">
        {whole && hashes.has(enteredHash) && (
          <Callout tone="done" title="It is in the chain.">
            Nothing up to that block has changed since you saved it.
          </Callout>
        )}
        {whole && !hashes.has(enteredHash) && (
          <Callout tone="caution" title="It isn’t among the links that were checked.">
            They begin with your first entry. If the hash is newer than that, write to us.
          </Callout>
        )}
      </div>
    </Panel>
  )
}

const Limits = () => (
  <>
    <Panel title="What this does not prove">
      <ul className={styles.limits}>
        <li>
          That what is owed to you is held. Proofs of what is owed and held together aren’t
          published yet.
        </li>
        <li>
          That all members are shown the same ledger. Save a hash today, from a statement, and
          compare it later.
        </li>
        <li>
          That a deposit which never reached the books was not lost: your own statement shows what
          did.
        </li>
        <li>
          That this page’s own program is honest: it comes from us. Check what you download by
          another.
        </li>
      </ul>
    </Panel>
    <Panel title="With a program of your own">
      <p className="small">
        In the file that you download, the SHA-256 of an entry’s ‘text’ is its place in ‘leaves’,
        and that of all ‘leaves’ is the block’s ‘digest’. Whole books are checked by{' '}
        <code>scripts/check-rows.mjs</code> of the published source, from the rows that the operator
        exports and an anchor that you saved.
      </p>
    </Panel>
  </>
)
