import { useQuery } from '@tanstack/react-query'
import { When, whenText } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { changeInWords } from '../model.ts'
import { type ActLine, houseCalls } from './calls.tsx'

const wordsOf = ({ subject, details }: ActLine) => changeInWords(subject, details)
const subject = (row: ActLine) => wordsOf(row).title
const changesOf = (row: ActLine) => wordsOf(row).changes.join('; ')

const columns: readonly Column<ActLine>[] = [
  {
    id: 'what',
    header: 'Setting',
    text: subject,
    cell: (row) => <span className="strong">{subject(row)}</span>,
    sub: (row) => `${row.actor.label}, ${whenText(row.at, 'UTC')}`,
  },
  {
    id: 'change',
    header: 'What changed',
    text: changesOf,
    cell: (row) => <span className="anywhere">{changesOf(row)}</span>,
    sort: false,
  },
  { id: 'by', header: 'By', text: (row) => row.actor.label, priority: 2 },
  {
    id: 'at',
    header: 'When, UTC',
    text: (row) => whenText(row.at, 'UTC'),
    cell: (row) => <When at={row.at} timeZone="UTC" />,
    sort: (row) => row.at,
    priority: 3,
  },
]

/** Who changed what, from what to what: rows of the record of acts. */
export function SettingsHistory() {
  const { data, isError, refetch } = useQuery(
    houseCalls.settingsHistory.queryOptions({ input: {} }),
  )
  return (
    <Panel title="History" flush>
      <DataTable
        caption="Changes of settings, newest first"
        columns={columns}
        rows={data?.data}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={() => void refetch()}
        empty="Nothing was changed yet: everything is as it ships."
        exportName="settings-history.csv"
        dense
      />
    </Panel>
  )
}
