import { toCents, type Usd } from '#lib/money.ts'
import { Button } from '#ui/actions/button.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import type { Column } from '#ui/table/column.ts'
import { EvidenceLink } from './evidence.tsx'

export type PlanResult = {
  _id: string
  kind: 'Income' | 'Loss'
  amount: Usd
  description: string
  periodFrom: string
  periodTo: string
  recordedOn: string
  approval: string
  evidence: { path: string; sha256: string }
  note: string
  /** An income of which nothing was used, and that was not reversed. */
  reversible: boolean
}

const formatPeriod = ({ periodFrom, periodTo }: PlanResult) =>
  `${formatCalendarDay(periodFrom)} to ${formatCalendarDay(periodTo)}`

/** The columns of the table of incomes and losses. */
export const resultColumns: readonly Column<PlanResult>[] = [
  {
    id: 'recorded',
    header: 'Recorded',
    text: (row) => formatCalendarDay(row.recordedOn),
    cell: (row) => <CalendarDay day={row.recordedOn} />,
    sort: (row) => row.recordedOn,
    priority: 2,
  },
  {
    id: 'what',
    header: 'Description',
    text: (row) => `${row.kind}. ${row.description}`,
    cell: (row) => (
      <>
        <span className="strong">{row.kind}</span>
        <br />
        {row.description}
        <br />
        <span className="meta muted">{row.note}</span>
      </>
    ),
  },
  {
    id: 'period',
    header: 'Period',
    text: formatPeriod,
    sort: (row) => row.periodFrom,
    priority: 3,
  },
  {
    id: 'evidence',
    header: 'Evidence',
    text: (row) => row.evidence.sha256,
    cell: (row) => <EvidenceLink {...row.evidence} about={`${row.kind}, ${formatPeriod(row)}`} />,
    sort: false,
    priority: 2,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => row.amount,
    cell: (row) => <Figure amount={row.amount} sign="always" coloured />,
    sort: (row) => toCents(row.amount),
    align: 'money',
  },
]

/** Returns the column with the button that reverses an income of which nothing was used. */
export const buildReverseColumn = (
  onReverse: (income: PlanResult) => void,
): Column<PlanResult> => ({
  id: 'reverse',
  header: 'Action',
  text: () => '',
  sort: false,
  hideHeader: true,
  align: 'end',
  cell: (row) =>
    row.reversible ? (
      <Button size="sm" onClick={() => onReverse(row)}>
        Reverse…
      </Button>
    ) : null,
})
