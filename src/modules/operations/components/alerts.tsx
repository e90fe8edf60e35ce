import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { createModuleCalls } from '#platform/client/calls.ts'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { operationContract } from '../contract.ts'

const calls = createModuleCalls<typeof operationContract>('operation')
type AlertItem = Awaited<ReturnType<typeof calls.alerts.call>>['data']['alerts'][number]

function useAcknowledge() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const acknowledge = async (id: string) => {
    setBusy(id)

    try {
      toast.success((await calls.acknowledge.call({ id })).message)
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setBusy(undefined)
      await queries.invalidateQueries()
    }
  }

  return { busy, acknowledge }
}

const formatNotifiedCount = ({ notificationCount }: AlertItem) =>
  notificationCount === 1 ? 'Told once' : `Told ${notificationCount} times`

function State({ alert }: { alert: AlertItem }) {
  if (alert.clearedAt) return <Tag tone="ok">Over</Tag>
  if (!alert.acknowledged) return <Tag tone="bad">{formatNotifiedCount(alert)}</Tag>
  return <Tag tone="progress">Taken on by {alert.acknowledged.by}</Tag>
}

const formatAlertState = (alert: AlertItem) =>
  alert.clearedAt
    ? 'Over'
    : alert.acknowledged
      ? `Taken on by ${alert.acknowledged.by}`
      : formatNotifiedCount(alert)

function buildColumns(
  { busy, acknowledge }: ReturnType<typeof useAcknowledge>,
  may: boolean | undefined,
): readonly Column<AlertItem>[] {
  return [
    {
      id: 'title',
      header: 'Alarm',
      text: (row) => `${row.title} ${row.message}`,
      cell: (row) => (
        <>
          <span className="strong">{row.title}</span>
          <br />
          <span className="meta muted">{row.message}</span>
        </>
      ),
    },
    {
      id: 'since',
      header: 'Since, UTC',
      text: (row) => row.raisedAt,
      cell: (row) => <When at={row.raisedAt} timeZone="UTC" />,
      priority: 2,
    },
    { id: 'state', header: 'State', text: formatAlertState, cell: (row) => <State alert={row} /> },
    {
      id: 'act',
      header: 'Acknowledge',
      hideHeader: true,
      text: () => '',
      sort: false,
      align: 'end',
      cell: (row) =>
        may &&
        !row.clearedAt &&
        !row.acknowledged && (
          <Button
            size="sm"
            pending={busy === row._id}
            pendingLabel="Loading...."
            onClick={() => void acknowledge(row._id)}
          >
            Acknowledge<span className="visually-hidden">: {row.title}</span>
          </Button>
        ),
    },
  ]
}

/**
 * What is wrong with the house at this moment, and what was lately; whoever may takes it on here.
 */
export function Alerts() {
  const { data, isError, refetch } = useQuery(
    calls.alerts.queryOptions({ refetchInterval: 10_000 }),
  )
  const may = usePermission('alarm.acknowledge')
  const act = useAcknowledge()
  const { lastCheckAt, lastBackup } = data?.data ?? {}

  return (
    <Panel
      title="Alarms"
      aside={
        <span className="meta muted">
          Last backup {lastBackup ? <When at={lastBackup} timeZone="UTC" /> : 'never'}; looked at{' '}
          {lastCheckAt ? <When at={lastCheckAt} timeZone="UTC" /> : 'not yet'}
        </span>
      }
      flush
    >
      <DataTable
        caption="Alarms, those that stand first"
        columns={buildColumns(act, may)}
        rows={data?.data.alerts}
        rowKey={(row) => row._id}
        failed={isError && !data}
        onRetry={() => void refetch()}
        empty="Nothing is wrong."
        dense
        plain
      />
    </Panel>
  )
}
