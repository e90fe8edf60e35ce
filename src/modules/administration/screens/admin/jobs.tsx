import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { describeCron } from '#lib/describe-cron.ts'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Alerts } from '#modules/operations/components/alerts.tsx'
import { Button } from '#ui/actions/button.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { administrationCalls, type Queue, type TroubledJob } from '../../components/calls.tsx'
import { formatJobName } from '../../components/job-labels.tsx'

function describeQueueState({ failed, retrying, active, waiting }: Queue): [Tone, string] {
  if (failed > 0) return ['bad', `${failed} failed`]
  if (retrying > 0) return ['wait', `${retrying} to retry`]
  if (active > 0) return ['progress', 'Running']
  if (waiting > 0) return ['neutral', `${waiting} waiting`]
  return ['ok', 'Idle']
}

const QUEUES: readonly Column<Queue>[] = [
  {
    id: 'name',
    header: 'Job',
    text: (row) => `${formatJobName(row.name)} ${row.name}`,
    cell: (row) => (
      <>
        <span className="strong">{formatJobName(row.name)}</span>
        <br />
        <span className="mono meta muted anywhere">{row.name}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    text: (row) => describeQueueState(row)[1],
    cell: (row) => <Tag tone={describeQueueState(row)[0]}>{describeQueueState(row)[1]}</Tag>,
  },
  {
    id: 'cron',
    header: 'Schedule, UTC',
    text: (row) => (row.cron ? describeCron(row.cron) : 'on demand'),
    priority: 3,
  },
  {
    id: 'last',
    header: 'Last done, UTC',
    text: (row) => (row.lastDoneAt ? formatDateTime(row.lastDoneAt, 'UTC') : 'not recently'),
    cell: (row) => (row.lastDoneAt ? <When at={row.lastDoneAt} timeZone="UTC" /> : 'not recently'),
    sort: (row) => row.lastDoneAt ?? '',
    priority: 2,
  },
]

/** Returns an action that retries a job; the result shows in a toast. */
function useRetry() {
  const queries = useQueryClient()
  const [retrying, setRetrying] = useState<string>()
  const retry = async (id: string) => {
    setRetrying(id)

    try {
      toast.success((await administrationCalls.retryJob.call({ id })).message)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setRetrying(undefined)
      await queries.invalidateQueries()
    }
  }

  return { retrying, retry }
}

function buildTroubledColumns(
  { retrying, retry }: ReturnType<typeof useRetry>,
  may: boolean | undefined,
): readonly Column<TroubledJob>[] {
  return [
    {
      id: 'queue',
      header: 'Job',
      text: (row) => `${formatJobName(row.queue)} ${JSON.stringify(row.payload)}`,
      cell: (row) => (
        <>
          <span className="strong">{formatJobName(row.queue)}</span>
          <br />
          <span className="mono meta muted anywhere">{JSON.stringify(row.payload)}</span>
        </>
      ),
    },
    {
      id: 'error',
      header: 'Last error',
      text: (row) => row.lastError,
      cell: (row) => <span className="anywhere">{row.lastError || 'none'}</span>,
      sort: false,
      priority: 2,
    },
    {
      id: 'state',
      header: 'State',
      text: (row) => (row.state === 'failed' ? 'Failed' : 'Retrying'),
      cell: (row) =>
        row.nextAt ? (
          <>
            <Tag tone="wait">Next attempt</Tag>
            <br />
            <span className="meta">
              <When at={row.nextAt} timeZone="UTC" /> UTC
            </span>
          </>
        ) : (
          <Tag tone="bad">Failed after {row.tries} attempts</Tag>
        ),
    },
    {
      id: 'retry',
      header: 'Retry',
      hideHeader: true,
      text: () => '',
      sort: false,
      align: 'end',
      cell: (row) =>
        may && (
          <Button
            size="sm"
            pending={retrying === row._id}
            pendingLabel="Loading...."
            onClick={() => void retry(row._id)}
          >
            Retry now<span className="visually-hidden">: {formatJobName(row.queue)}</span>
          </Button>
        ),
    },
  ]
}

export default function Jobs() {
  const { data, isError, refetch } = useQuery(
    administrationCalls.jobs.queryOptions({ refetchInterval: 10_000 }),
  )
  const may = usePermission('house.run')
  const retry = useRetry()
  const state = useUrlTableState()

  return (
    <Stack>
      <PageTitle>Jobs</PageTitle>
      <PageHeading
        title="Jobs"
        lead={
          'Work that runs in the background. A job that fails is retried; running it again ' +
          'never repeats its effect.'
        }
      />
      <Alerts />
      <Panel title="Failed jobs" flush>
        <DataTable
          caption="Failed jobs, newest first"
          columns={buildTroubledColumns(retry, may)}
          rows={data?.data.troubled}
          rowKey={(row) => row._id}
          failed={isError && !data}
          onRetry={() => void refetch()}
          empty="No failed jobs."
          dense
          plain
        />
      </Panel>
      <Panel title="All jobs" flush>
        <DataTable
          caption="Jobs by name"
          columns={QUEUES}
          rows={data?.data.queues}
          rowKey={(row) => row.name}
          failed={isError && !data}
          onRetry={() => void refetch()}
          pageSize={50}
          dense
          {...state}
        />
      </Panel>
    </Stack>
  )
}
