import { AssigneeName } from '#modules/desk/components/assignment.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { checkCircle } from '#ui/icons.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { MAX_ROWS, useWorkItems, type WorkItem } from './use-work-items.tsx'

const columns: readonly Column<WorkItem>[] = [
  {
    id: 'member',
    header: 'Member',
    text: ({ member }) => member,
    cell: ({ member }) => <span className="strong">{member}</span>,
    sort: false,
  },
  {
    id: 'task',
    header: 'Task',
    text: ({ task, late }) => (late ? `${task}, late` : task),
    cell: ({ id, task, late }) => (
      <>
        {task} {late && <Tag tone="wait">Late</Tag>}
        <AssigneeName subject={id} />
      </>
    ),
    sort: false,
  },
  {
    id: 'at',
    header: 'Since',
    text: ({ at }) => formatDateTime(at, 'UTC'),
    cell: ({ at }) => <When at={at} timeZone="UTC" />,
    sort: false,
    priority: 2,
  },
  {
    id: 'amount',
    header: 'Amount',
    text: ({ amount }) => amount,
    cell: ({ amount }) => <Figure amount={amount} />,
    sort: false,
    align: 'money',
  },
]

/** Lists the open work, with a link to the screen of each decision. */
export function WaitingList() {
  const { rows, total, failed, retry } = useWorkItems()
  const more = total - MAX_ROWS

  return (
    <Panel title="Open work" flush foot={more > 0 ? `${more} more are waiting.` : undefined}>
      {rows?.length === 0 ? (
        <EmptyState icon={checkCircle}>No open work.</EmptyState>
      ) : (
        <DataTable
          caption="Open work, oldest first"
          columns={columns}
          rows={rows?.slice(0, MAX_ROWS)}
          rowKey={({ id }) => id}
          failed={failed}
          onRetry={retry}
          rowAction={{ to: ({ to }) => to, label: ({ task, member }) => `${task}: ${member}` }}
          plain
        />
      )}
    </Panel>
  )
}
