import { PageTitle } from '#app-ui/page-title.tsx'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { sealCheck } from '#ui/icons.ts'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ChainCheckResult } from '../../components/chain-check-result.tsx'
import { type CheckState, useChainCheck } from '../../components/use-chain-check.tsx'
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
      <Columns rail={<VerificationLimits />}>
        <ChainCheckOutcome state={state} />
      </Columns>
    </Stack>
  )
}

function ChainCheckOutcome({ state }: { state: CheckState }) {
  if (state.step === 'done') return <ChainCheckResult check={state.check} />
  return (
    <Panel title="What is checked">
      <Stack tight>
        <ol className={styles.steps}>
          <li>The text of each of your entries has the hash that the ledger recorded.</li>
          <li>The hashes of a block’s entries give its digest, and the digest its hash.</li>
          <li>
            Each block contains the hash of the previous one, from your first entry to the newest
            block.
          </li>
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

const VerificationLimits = () => (
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
          That the program of this page is honest: we supply it. Verify your download with an
          independent program.
        </li>
      </ul>
    </Panel>
    <Panel title="With your own program">
      <p className="small">
        In the file that you download, the SHA-256 of an entry’s ‘text’ is its place in ‘leaves’,
        and that of all ‘leaves’ is the block’s ‘digest’. Whole books are checked by{' '}
        <code>scripts/check-rows.mjs</code> of the published source, from the rows that the operator
        exports and an anchor that you saved.
      </p>
    </Panel>
  </>
)
