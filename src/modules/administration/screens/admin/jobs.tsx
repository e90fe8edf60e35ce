import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { describeCron } from '#lib/describe-cron.ts'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Alerts } from '#modules/operations/components/alerts.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { administrationCalls, type Queue } from '../../components/calls.tsx'
import { buildTroubledColumns, useRetry } from '../../components/failed-jobs.tsx'
import { formatJobName } from '../../components/job-labels.tsx'

function describeQueueState({ failed, retrying, active, waiting }: Queue): [Tone, string] {
  if (failed > 0) return ['bad', `${failed} failed`]
  if (retrying > 0) return ['wait', `${retrying} retrying`]
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
    text: (row) => (row.cron ? describeCron(row.cron) : 'On request'),
    priority: 3,
  },
  {
    id: 'last',
    header: 'Last run, UTC',
    text: (row) => (row.lastDoneAt ? formatDateTime(row.lastDoneAt, 'UTC') : 'No recent run'),
    cell: (row) => (row.lastDoneAt ? <When at={row.lastDoneAt} timeZone="UTC" /> : 'No recent run'),
    sort: (row) => row.lastDoneAt ?? '',
    priority: 2,
  },
]

export default function Jobs() {
  const { data, isError, refetch } = useQuery(
    administrationCalls.jobs.queryOptions({ refetchInterval: 10_000 }),
  )
  const may = usePermission('installation.manage')
  const retry = useRetry()
  const state = useUrlTableState()

  return (
    <Stack>
      <PageTitle>Jobs</PageTitle>
      <PageHeading
        title="Jobs"
        lead={
          'Background jobs. A failed job is retried automatically; retrying never repeats its ' +
          'effect.'
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
