import { useQuery } from '@tanstack/react-query'
import { useButtonAction } from '#app-ui/use-toast-action.tsx'
import { capitalise } from '#lib/capitalise.ts'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Progress } from '#ui/figures/progress.tsx'
import { When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Timeline } from '#ui/status/timeline.tsx'
import { integrityCalls, type Verification } from './calls.tsx'
import { ProblemList } from './problem-list.tsx'

const listProblems = ({ steps }: Verification) => steps.flatMap(({ problems }) => problems)

/** Starts a verification of the whole ledger and displays its progress. */
export function VerifyNow() {
  const canVerify = usePermission('ledger.reconcile')
  const { pending, press } = useButtonAction(() => integrityCalls.verify.call())
  const list = useQuery(
    integrityCalls.verifications.queryOptions({
      refetchInterval: ({ state }) => (state.data?.data[0]?.finishedAt === null ? 1_000 : false),
    }),
  )

  const last = list.data?.data[0]

  return (
    <Panel
      title="Verification"
      aside={
        canVerify && (
          <Button
            size="sm"
            onClick={() => void press()}
            pending={pending || last?.finishedAt === null}
            pendingLabel="Verifying..."
          >
            Verify now
          </Button>
        )
      }
    >
      {list.isError && !list.data && <ReadFailed onRetry={() => void list.refetch()} />}
      {!list.data && !list.isError && <SkeletonLines lines={3} />}
      <div aria-live="polite">
        {list.data && !last && <p className="muted">The ledger has not been verified yet.</p>}
        {last && <VerificationResult verification={last} />}
      </div>
    </Panel>
  )
}

function VerificationResult({ verification }: { verification: Verification }) {
  const { steps, stepsInAll, finishedAt, failed, by, requestedAt } = verification
  const problems = listProblems(verification)

  return (
    <>
      <p className="meta muted">
        Started by {by}, <When at={requestedAt} timeZone="UTC" /> UTC
      </p>
      {!finishedAt && <Progress label="Steps completed" value={steps.length} max={stepsInAll} />}
      {failed && <Callout tone="error">{failed}</Callout>}
      {finishedAt && !failed && problems.length === 0 && (
        <Callout tone="done" title="No problems found." inPanel>
          All {stepsInAll} steps completed on <When at={finishedAt} timeZone="UTC" /> UTC.
        </Callout>
      )}
      {problems.length > 0 && (
        <Callout tone="error" title={`Problems found: ${problems.length}.`}>
          <ProblemList problems={problems} />
        </Callout>
      )}
      <details open={!finishedAt}>
        <summary>Steps</summary>
        <Timeline
          steps={steps.map(({ name, problems: found }) => ({
            title: capitalise(name),
            note: found.length === 0 ? 'No problems' : `Problems: ${found.length}`,
            state: found.length === 0 ? 'done' : 'failed',
          }))}
        />
      </details>
    </>
  )
}
