import { useState } from 'react'
import { toCents } from '#lib/money.ts'
import { buildEntryLink } from '#modules/transactions/model.ts'
import { SplitViewError } from '#modules/transparency/components/observe-log.tsx'
import { readEntryProof } from '#modules/transparency/components/read-entry-proof.tsx'
import { CallError, getErrorMessage } from '#platform/client/call-error.ts'
import { Button } from '#ui/actions/button.tsx'
import { JournalNumber } from '#ui/figures/journal-number.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Tag, type Tone } from '#ui/status/tag.tsx'
import { toast } from '#ui/status/toaster.tsx'
import type { Column } from '#ui/table/column.ts'
import { downloadJson } from '#ui/table/csv.ts'
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
    id: 'proof',
    header: 'Proof',
    text: (row) => `entry-L-${row.seq}.json`,
    cell: (row) => <DownloadProof row={row} />,
    sort: false,
    priority: 2,
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

/** Downloads the proof that an entry is in the public log, after the browser checked it. */
function DownloadProof({ row }: { row: CheckedRow }) {
  const { seq } = row
  const [pending, setPending] = useState(false)
  const start = async () => {
    setPending(true)
    try {
      const file = await readEntryProof(row)
      downloadJson(`entry-L-${seq}.json`, file)
      toast.success(`The proof of L-${seq} is correct and downloaded.`)
    } catch (error) {
      reportFailure(seq, error)
    } finally {
      setPending(false)
    }
  }

  return (
    <Button
      size="sm"
      variant="ghost"
      pending={pending}
      pendingLabel="Checking…"
      aria-label={`Download proof of L-${seq}`}
      onClick={() => void start()}
    >
      Download
    </Button>
  )
}

/** Shows why there is no download; two checkpoints of one log are downloaded as evidence. */
function reportFailure(seq: string, error: unknown) {
  if (error instanceof CallError) return toast.error(getErrorMessage(error))
  if (error instanceof TypeError)
    return toast.error('The log couldn’t be read. Check your connection and try again.')

  const finding = error instanceof Error ? error.message : ''
  if (!(error instanceof SplitViewError))
    return toast.error(`The proof of L-${seq} is wrong. ${finding} Contact us.`)

  downloadJson('two-checkpoints.json', error.split)
  toast.error(
    `The proof of L-${seq} is in another log. ${finding} Both checkpoints are downloaded: save ` +
      'them, compare them with what other members see, and contact us.',
  )
}

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
