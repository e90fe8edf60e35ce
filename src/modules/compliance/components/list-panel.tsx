import { CalendarDay, formatDateTime, When } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { LIST_NAMES } from '../model.ts'
import type { ListLine } from './calls.tsx'

const columns: readonly Column<ListLine>[] = [
  { id: 'list', header: 'List', text: (row) => LIST_NAMES[row.source] },
  {
    id: 'parties',
    header: 'Parties',
    text: (row) => row.parties.toLocaleString('en-US'),
    sort: (row) => row.parties,
    align: 'end',
  },
  {
    id: 'published',
    header: 'Published',
    text: (row) => row.publishedOn ?? 'Not stated',
    cell: (row) => (row.publishedOn ? <CalendarDay day={row.publishedOn} /> : 'Not stated'),
    priority: 2,
  },
  {
    id: 'loaded',
    header: 'Loaded, UTC',
    text: (row) => formatDateTime(row.loadedAt, 'UTC'),
    cell: (row) => <When at={row.loadedAt} timeZone="UTC" />,
    sort: (row) => row.loadedAt,
    priority: 2,
  },
]

type ListPanelProps = { lists: ListLine[] | undefined; failed: boolean; onRetry: () => void }

/** The newest version of each list that members are screened against. */
export const ListPanel = ({ lists, failed, onRetry }: ListPanelProps) => (
  <Panel title="Lists" flush>
    <DataTable
      caption="Lists"
      columns={columns}
      rows={lists}
      rowKey={(row) => row._id}
      failed={failed}
      onRetry={onRetry}
      empty="No list is loaded, so no member is screened. Lists are set in the configuration."
      exportName="lists.csv"
      dense
    />
  </Panel>
)
