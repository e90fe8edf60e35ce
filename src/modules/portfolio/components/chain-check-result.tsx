import { formatUsd, toCents } from '#lib/money.ts'
import { ProofCheckResult } from '#modules/transparency/components/proof-check-result.tsx'
import { Button } from '#ui/actions/button.tsx'
import { HashRosette } from '#ui/figures/hash-rosette.tsx'
import { Money } from '#ui/figures/money.tsx'
import { downloadSimple } from '#ui/icons.ts'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { Checks } from '#ui/status/checks.tsx'
import { downloadJson } from '#ui/table/csv.ts'
import { SUB_ACCOUNT_KEYS, SUB_ACCOUNT_LABELS, sumSubAccounts } from '../model.ts'
import styles from '../screens/member/verify.module.css'
import { ChainedEntries } from './chained-entries.tsx'
import { SavedHashCheck } from './saved-hash-check.tsx'
import { type ChainCheck, hasSameBalances } from './use-chain-check.tsx'

/** Shows the result of the check as a sentence and as steps, differences first. */
export function ChainCheckResult({ check }: { check: ChainCheck }) {
  const adds = hasSameBalances(check.subAccounts, check.ledgerBalances)
  const differs = check.rows.some(({ verdict }) => verdict === 'wrong')
  const good = !differs && check.wrong.length === 0 && adds

  if (check.rows.length === 0)
    return (
      <Panel title="Nothing to check yet">
        Your entries aren’t in the hash chain yet. New entries are added within a minute. If your
        dashboard shows money and this message stays, contact us.
      </Panel>
    )

  return (
    <>
      <ProofCheckResult check={check.proof} />
      <Panel title={good ? 'Your entries match' : 'Your entries don’t match'}>
        <Stack tight>
          {!good && (
            <Callout tone="error" live>
              Your browser’s result differs from the ledger. Download the checked data, save a copy
              and contact us.
            </Callout>
          )}
          {good && check.head && (
            <div className={styles.chain}>
              <HashRosette hash={check.head.hash} density={0.7} stroke={0.8} />
              <p role="status">
                {check.beyond > 0
                  ? `${check.rows.length - check.beyond} of ${check.rows.length} entries are in ` +
                    'the checked part of the hash chain, which ends'
                  : `All ${check.rows.length} entries are in the hash chain, which ends`}{' '}
                with entry L-{check.head.last_seq} in block {check.head.block}. Latest hash:{' '}
                <span className="mono small">{check.head.hash}</span>
              </p>
            </div>
          )}
          <Checks checks={buildChecks(check, adds)} />
          <Button
            icon={downloadSimple}
            onClick={() => downloadJson('my-blocks.json', check.blocks)}
          >
            {' '}
            Download checked data{' '}
          </Button>
        </Stack>
      </Panel>
      <SavedHashCheck hashes={check.hashes} />
      <Panel title="Total of your entries">
        <KeyValues
          rows={SUB_ACCOUNT_KEYS.map((subAccount) => ({
            label: SUB_ACCOUNT_LABELS[subAccount],
            value: <Money amount={check.subAccounts[subAccount]} />,
          }))}
          total={{
            label: 'Portfolio value',
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
  const remainder = check.cut ? '; use the offline verifier for the rest of the chain' : ''

  return [
    {
      what: 'Entries match their hashes',
      verdict: toVerdict(differing.length === 0),
      evidence:
        differing.length > 0
          ? `${differing.map(({ seq }) => `L-${seq}`).join(', ')} differ`
          : `${check.rows.length - hidden} checked, ${hidden} by hash only`,
    },
    {
      what: 'Hash chain',
      verdict: toVerdict(check.wrong.length === 0 && check.beyond === 0),
      evidence:
        check.wrong.join(' ') ||
        `${check.links === 1 ? '1 link' : `${check.links} links`} checked${remainder}`,
    },
    {
      what: 'Sum of your entries',
      verdict: toVerdict(adds),
      evidence:
        `Entries: ${formatUsd(sumSubAccounts(check.subAccounts))}. Ledger: ` +
        `${formatUsd(toCents(check.ledgerBalances.total))}.`,
    },
  ] as const
}
