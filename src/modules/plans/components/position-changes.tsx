import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { PositionTimeline } from './calls.tsx'

type Loss = PositionTimeline['losses'][number]
type Part = PositionTimeline['parts'][number]

const lossColumns: readonly Column<Loss>[] = [
  {
    id: 'day',
    header: 'Day',
    text: (row) => formatCalendarDay(row.lostOn),
    cell: (row) => <CalendarDay day={row.lostOn} />,
    sort: false,
    priority: 2,
  },
  {
    id: 'cause',
    header: 'Cause',
    text: (row) => row.cause,
    cell: (row) => (
      <>
        {row.cause}
        <br />
        <span className="meta muted">
          <CalendarDay day={row.periodFrom} /> to <CalendarDay day={row.periodTo} />. The plan lost
          $
          <Figure amount={row.ofPlan} /> in total; this is your share.
        </span>
      </>
    ),
    sort: false,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => `-${row.amount}`,
    cell: (row) => <Figure amount={`-${row.amount}`} coloured />,
    sort: false,
    align: 'money',
  },
]

/** Shows the losses that a position bore, as prominently as its payments. */
export const PositionLosses = ({ losses }: { losses: readonly Loss[] }) => (
  <Panel title="Losses" flush>
    <DataTable
      plain
      caption="Losses, oldest first"
      columns={lossColumns}
      rows={losses}
      rowKey={(row) => `${row.lostOn} ${row.cause} ${row.amount}`}
      empty="No losses."
    />
  </Panel>
)

const BY: Record<Part['by'], string> = { withdrawal: 'Withdrawal', notice: 'Notice period ended' }

const partColumns: readonly Column<Part>[] = [
  {
    id: 'day',
    header: 'Day',
    text: (row) => formatCalendarDay(row.on),
    cell: (row) => <CalendarDay day={row.on} />,
    sort: false,
  },
  {
    id: 'by',
    header: 'Reason',
    text: (row) => BY[row.by],
    cell: (row) => (
      <>
        {BY[row.by]}
        {row.restoredOn && (
          <span className="muted">
            , returned <CalendarDay day={row.restoredOn} />
          </span>
        )}
      </>
    ),
    sort: false,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => row.amount,
    cell: (row) => <Figure amount={row.amount} />,
    sort: false,
    align: 'money',
  },
]

/** Parts that left the position before its term ended; nothing where none did. */
export const PositionParts = ({ parts }: { parts: readonly Part[] }) =>
  parts.length === 0 ? null : (
    <Panel title="Withdrawn early" flush>
      <DataTable
        plain
        caption="Amounts withdrawn before maturity, oldest first"
        columns={partColumns}
        rows={parts}
        rowKey={(row) => `${row.on} ${row.amount} ${row.restoredOn}`}
      />
    </Panel>
  )
