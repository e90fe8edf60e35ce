import { type ReactNode, useState } from 'react'
import { classes } from '../classes.ts'
import type { Column } from './column.ts'
import { csvOf, download } from './csv.ts'
import styles from './data-table.module.css'
import { TableBody } from './table-body.tsx'
import { TableFoot } from './table-foot.tsx'
import { TableHead } from './table-head.tsx'
import { FIRST_STATE, type StateProps, type TableState } from './table-state.ts'
import { TableTools } from './table-tools.tsx'
import { useDataTable } from './use-data-table.ts'

export type RowAct<Row> = {
  /** Spoken instead of the first cell's text. */
  label?: ((row: Row) => string) | undefined
} & ({ to: (row: Row) => string } | { onPress: (row: Row) => void })

export type DataTableProps<Row> = Partial<StateProps> & {
  /** What the table lists, for those who listen. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Fetching failed: says so, with a retry. */
  failed?: boolean | undefined
  onRetry?: (() => void) | undefined
  empty?: ReactNode
  pageSize?: number | undefined
  /** Given when the server searches, orders and pages: `rows` is one page, this is the count of all. */
  total?: number | undefined
  /** Makes the row pressable. */
  rowAct?: RowAct<Row> | undefined
  /** The row whose details are open. */
  selectedKey?: string | undefined
  searchable?: boolean | undefined
  /** Beside the search: filters, buttons. */
  tools?: ReactNode
  /** Shows 'Export CSV' of exactly the filtered rows under this file name; `onExport` when the server makes it. */
  exportName?: string | undefined
  onExport?: (() => void) | undefined
  /** Below a column: a total. */
  totals?: Partial<Record<string, ReactNode>> | undefined
  /** 44 px rows and smaller type, for those who work in it all day. */
  dense?: boolean | undefined
}

/** The one table: search over all columns, 10 rows a page, sortable heads, paging, loading, failure, export. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, pageSize = 10, total, searchable = true, exportName, onExport } = props
  const [own, setOwn] = useState<TableState>(FIRST_STATE)
  const state = props.state ?? own
  const change = props.onStateChange ?? setOwn
  const view = useDataTable({ columns, rows, rowKey, pageSize, total, state, onStateChange: change })
  const exporting =
    onExport ?? (exportName ? () => download(exportName, csvOf(columns, view.found)) : undefined)
  return (
    <div className={classes(styles.table, props.dense && styles.dense)}>
      {(searchable || props.tools || exporting) && (
        <TableTools
          search={searchable ? state.search : undefined}
          onSearch={(search) => change({ ...state, search, page: 1 })}
          onExport={exporting}
        >
          {props.tools}
        </TableTools>
      )}
      <table aria-busy={!rows && !props.failed}>
        <caption className="visually-hidden">{props.caption}</caption>
        <TableHead
          columns={columns}
          sort={state.sort}
          onSort={(sort) => change({ ...state, sort, page: 1 })}
        />
        <TableBody {...props} pageSize={pageSize} shown={view.shown} />
      </table>
      <TableFoot {...view} loading={!rows && !props.failed} onPage={(page) => change({ ...state, page })} />
    </div>
  )
}
