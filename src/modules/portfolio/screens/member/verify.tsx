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
          'Your browser adds up your entries, checks them against the ledger’s hash chain, and ' +
          'finds your balance in the published total.'
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
          <li>Each entry’s text, with its salt, matches the hash recorded in the ledger.</li>
          <li>
            The hashes in a block combine into its digest, and the digest into the block’s hash.
          </li>
          <li>
            Each block contains the hash of the previous one, from your first entry to the newest
            block.
          </li>
          <li>Your entries add up, to the cent, to the balances you see.</li>
          <li>Those balances are part of the total that we publish each day as owed to members.</li>
          <li>
            The total and the hash chain are in a public log that continues what you saw before.
          </li>
        </ol>
        <div role="status">{state.step === 'running' && <p className="muted">{state.says}</p>}</div>
        {state.step === 'failed' && (
          <Callout tone="error" live title="The check couldn’t be completed">
            {state.says} Your account isn’t affected. Run the check again. If it still fails,
            contact us.
          </Callout>
        )}
      </Stack>
    </Panel>
  )
}

const VerificationLimits = () => (
  <>
    <Panel title="What this doesn’t prove">
      <ul className={styles.limits}>
        <li>
          That we hold enough to cover your balance. Compare the published total with the assets on
          Open books.
        </li>
        <li>
          That no member was left out of the total. Each member can only find out for themselves, so
          the more members check, the less can be hidden.
        </li>
        <li>
          That we owe nothing to others, or that the assets aren’t pledged. No proof of this kind
          can show that.
        </li>
        <li>
          That every member sees the same log, unless independent witnesses cosign it. Your browser
          remembers what it saw and compares it at each check.
        </li>
        <li>
          That every deposit reached the ledger. Check that each of your deposits is on your
          statement.
        </li>
        <li>
          That this page itself is trustworthy, since we supply it. Check your download with
          independent software.
        </li>
      </ul>
    </Panel>
    <Panel title="Verify independently">
      <p className="small">
        To check your balance or an entry without this page, run{' '}
        <code>scripts/verify-proof.mjs</code> from the published source with the downloaded proof.
        In the checked data, ‘leaves’ contains the hash of each entry: of its ‘salt’ and the SHA-256
        hash of its ‘text’. The hash of all ‘leaves’ is the block’s ‘digest’. To check the whole
        ledger, run <code>scripts/check-rows.mjs</code> with the ledger export we provide and an
        anchor that you saved.
      </p>
    </Panel>
  </>
)
