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
  notificationCount === 1 ? 'Notified once' : `Notified ${notificationCount} times`

function State({ alert }: { alert: AlertItem }) {
  if (alert.clearedAt) return <Tag tone="ok">Resolved</Tag>
  if (!alert.acknowledged) return <Tag tone="bad">{formatNotifiedCount(alert)}</Tag>
  return <Tag tone="progress">Acknowledged by {alert.acknowledged.by}</Tag>
}

const formatAlertState = (alert: AlertItem) =>
  alert.clearedAt
    ? 'Resolved'
    : alert.acknowledged
      ? `Acknowledged by ${alert.acknowledged.by}`
      : formatNotifiedCount(alert)

function buildColumns(
  { busy, acknowledge }: ReturnType<typeof useAcknowledge>,
  canAcknowledge: boolean | undefined,
): readonly Column<AlertItem>[] {
  return [
    {
      id: 'title',
      header: 'Alert',
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
      id: 'acknowledge',
      header: 'Acknowledge',
      hideHeader: true,
      text: () => '',
      sort: false,
      align: 'end',
      cell: (row) =>
        canAcknowledge &&
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

/** Displays the open and recent alerts, with a button to acknowledge an open one. */
export function Alerts() {
  const { data, isError, refetch } = useQuery(
    calls.alerts.queryOptions({ refetchInterval: 10_000 }),
  )
  const canAcknowledge = usePermission('alarm.acknowledge')
  const action = useAcknowledge()
  const { lastCheckAt, lastBackup } = data?.data ?? {}

  return (
    <Panel
      title="Alerts"
      aside={
        <span className="meta muted">
          Last backup {lastBackup ? <When at={lastBackup} timeZone="UTC" /> : 'never'}; last check{' '}
          {lastCheckAt ? <When at={lastCheckAt} timeZone="UTC" /> : 'not yet'}
        </span>
      }
      flush
    >
      <DataTable
        caption="Alerts, open ones first"
        columns={buildColumns(action, canAcknowledge)}
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
