import { useQuery } from '@tanstack/react-query'
import { useButtonAction } from '#app-ui/use-toast-action.tsx'
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

/** Has the whole books read from the first row on, and says how far that has got. */
export function VerifyNow() {
  const may = usePermission('books.reconcile')
  const { pending, press } = useButtonAction(() => integrityCalls.verify.call())
  const list = useQuery(
    integrityCalls.verifications.queryOptions({
      refetchInterval: ({ state }) => (state.data?.data[0]?.finishedAt === null ? 1_000 : false),
    }),
  )

  const last = list.data?.data[0]

  return (
    <Panel
      title="Verify"
      aside={
        may && (
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
        {list.data && !last && <p className="muted">Nobody has had the whole books read yet.</p>}
        {last && <Reading reading={last} />}
      </div>
    </Panel>
  )
}

function Reading({ reading }: { reading: Verification }) {
  const { steps, stepsInAll, finishedAt, failed, by, requestedAt } = reading
  const problems = listProblems(reading)

  return (
    <>
      <p className="meta muted">
        Asked for by {by}, <When at={requestedAt} timeZone="UTC" /> UTC
      </p>
      {!finishedAt && <Progress label="Steps read" value={steps.length} max={stepsInAll} />}
      {failed && <Callout tone="error">{failed}</Callout>}
      {finishedAt && !failed && problems.length === 0 && (
        <Callout tone="done" title="Nothing is wrong." inPanel>
          All {stepsInAll} steps were read from the first row on, until{' '}
          <When at={finishedAt} timeZone="UTC" /> UTC.
        </Callout>
      )}
      {problems.length > 0 && (
        <Callout tone="error" title={`${problems.length} wrong.`}>
          <ProblemList problems={problems} />
        </Callout>
      )}
      <details open={!finishedAt}>
        <summary>What was read</summary>
        <Timeline
          steps={steps.map(({ name, problems: wrong }) => ({
            title: name.charAt(0).toUpperCase() + name.slice(1),
            note: wrong.length === 0 ? 'nothing wrong' : `${wrong.length} wrong`,
            state: wrong.length === 0 ? 'done' : 'failed',
          }))}
        />
      </details>
    </>
  )
}
