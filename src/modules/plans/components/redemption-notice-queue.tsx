import { toCents } from '#lib/money.ts'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { StaffRedemptionNotice } from './calls.tsx'
import { familyText } from './plan-labels.tsx'

const columns: readonly Column<StaffRedemptionNotice>[] = [
  {
    id: 'ends',
    header: 'Ends on',
    text: (row) => formatCalendarDay(row.endsOn),
    cell: (row) => <CalendarDay day={row.endsOn} />,
    sort: (row) => row.endsOn,
    priority: 2,
  },
  {
    id: 'member',
    header: 'Member',
    text: (row) => row.member.name,
    cell: (row) => <span className="strong">{row.member.name}</span>,
  },
  {
    id: 'plan',
    header: 'Plan',
    text: (row) => `${row.plan.name}, ${familyText(row.plan.family)}`,
    priority: 2,
  },
  {
    id: 'place',
    header: 'Queue',
    text: (row) => String(row.place ?? ''),
    align: 'end',
    priority: 3,
  },
  {
    id: 'given',
    header: 'Given',
    text: (row) => formatCalendarDay(row.requestedOn),
    cell: (row) => <CalendarDay day={row.requestedOn} />,
    sort: (row) => row.requestedOn,
    priority: 3,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => row.amount,
    cell: (row) => <Figure amount={row.amount} />,
    sort: (row) => toCents(row.amount),
    align: 'money',
  },
]

type Props = {
  redemptionNotices: readonly StaffRedemptionNotice[] | undefined
  failed: boolean
  onRetry: () => void
}

/**
 * Shows the queue of redemption notices, by the day each becomes cash. They end without a staff
 * action.
 */
export const RedemptionNoticeQueue = ({ redemptionNotices: notices, failed, onRetry }: Props) => (
  <Panel
    flush
    foot={
      <p>
        Each amount becomes cash automatically when its notice ends. Until then it continues to
        accrue, and the member can cancel it.
      </p>
    }
  >
    <DataTable
      caption="Redemption notices, by end date"
      columns={columns}
      rows={notices}
      rowKey={(row) => row._id}
      failed={failed}
      onRetry={onRetry}
      empty="No redemption notices."
      exportName="redemption-notices.csv"
      dense
      rowAction={{
        to: (row) => `/admin-dashboard/manage-user/${row.member._id}`,
        label: (row) => row.member.name,
      }}
    />
  </Panel>
)
