import { toCents } from '#lib/money.ts'
import { buildEntryLink } from '#modules/transactions/model.ts'
import { JournalNumber } from '#ui/figures/journal-number.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import type { CheckedRow } from './use-chain-check.tsx'

const VERDICTS: Record<CheckedRow['verdict'], [Tone, string]> = {
  ok: ['ok', 'Matches'],
  hidden: ['neutral', 'Hash only'],
  wrong: ['bad', 'Differs'],
}

const columns: readonly Column<CheckedRow>[] = [
  {
    id: 'what',
    header: 'Entry',
    text: (row) => row.what,
  },
  {
    id: 'day',
    header: 'Date',
    text: (row) => formatCalendarDay(row.day),
    cell: (row) => <CalendarDay day={row.day} />,
    sort: (row) => row.day,
    priority: 2,
  },
  {
    id: 'number',
    header: 'Ledger entry',
    text: (row) => `L-${row.seq}`,
    cell: (row) => <JournalNumber number={`L-${row.seq}`} to={buildEntryLink(row.seq, row.day)} />,
    sort: (row) => BigInt(row.seq),
  },
  {
    id: 'chain',
    header: 'Hash',
    text: (row) => row.leaf,
    cell: (row) => <span className="mono small">{row.leaf.slice(0, 12)}…</span>,
    priority: 3,
  },
  {
    id: 'verdict',
    header: 'Result',
    text: (row) => VERDICTS[row.verdict][1],
    cell: (row) => <Tag tone={VERDICTS[row.verdict][0]}>{VERDICTS[row.verdict][1]}</Tag>,
  },
  {
    id: 'amount',
    header: 'Amount, USD',
    text: (row) => row.amount,
    cell: (row) => <Figure amount={row.amount} />,
    sort: (row) => toCents(row.amount),
    align: 'money',
    priority: 2,
  },
]

/** Lists each entry with its block, and whether the browser computed the same hash. */
export function ChainedEntries({ rows }: { rows: readonly CheckedRow[] }) {
  const table = useUrlTableState()
  return (
    <Panel
      title="Your entries and their hashes"
      flush
      foot={
        <p>
          ‘Hash only’: the full text also contains the balance of one of our own accounts, so it
          isn’t disclosed. Its hash is in the chain like all others, and its amount comes from the
          ledger.
        </p>
      }
    >
      <DataTable
        caption="Your entries and their hashes"
        columns={columns}
        rows={[...rows].reverse()}
        rowKey={(row) => row.seq}
        exportName="my-entries"
        {...table}
      />
    </Panel>
  )
}
