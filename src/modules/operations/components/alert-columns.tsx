import { createModuleCalls } from '#platform/client/calls.ts'
import { Button } from '#ui/actions/button.tsx'
import { When } from '#ui/figures/when.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import type { operationContract } from '../contract.ts'

/** The typed calls of this module. */
export const operationCalls = createModuleCalls<typeof operationContract>('operation')
type AlertItem = Awaited<ReturnType<typeof operationCalls.alerts.call>>['data']['alerts'][number]

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

type AcknowledgeAction = {
  busy: string | undefined
  acknowledge: (id: string) => Promise<void>
}

/** Returns the columns of the alerts table. */
export function buildColumns(
  { busy, acknowledge }: AcknowledgeAction,
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
    {
      id: 'state',
      header: 'State',
      text: formatAlertState,
      cell: (row) => <State alert={row} />,
      priority: 2,
    },
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
