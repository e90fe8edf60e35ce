import { useState } from 'react'
import { joinClasses } from '../classes.ts'
import styles from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { ServerFoot } from './server-foot.tsx'
import { TableBody } from './table-body.tsx'
import { TableFoot } from './table-foot.tsx'
import { TableHead } from './table-head.tsx'
import { FIRST_STATE, type TableState } from './table-state.ts'
import { TableTools } from './table-tools.tsx'
import { useDataTable } from './use-data-table.ts'
import { useTableExport } from './use-table-export.ts'

/**
 * Renders a table with search over all columns, 10 rows a page, sortable headers, paging, loading,
 * failure and export.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, total, plain, exportName, onExport } = props
  const searchable = props.searchable ?? !plain
  const pageSize = plain ? Math.max(rows?.length ?? 0, 1) : (props.pageSize ?? 10)
  const [own, setOwn] = useState<TableState>(FIRST_STATE)
  const state = props.state ?? own
  const change = props.onStateChange ?? setOwn
  const view = useDataTable({ columns, rows, pageSize, total, state, onStateChange: change })
  const exporting = useTableExport({
    columns,
    exportName,
    onExport,
    found: view.found,
    search: state.search,
  })

  const isFailed = props.failed && !rows
  const isPaged = !plain && !props.unpaged && !isFailed && (!rows || view.shown.length > 0)
  const foot = {
    page: view.page,
    pages: view.pages,
    loading: !rows && !props.failed,
    onPage: (page: number) => change({ ...state, page }),
  }

  return (
    <div className={joinClasses(styles.table, props.dense && styles.dense, plain && styles.plain)}>
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
      {(plain || props.unpaged) && !rows && !props.failed && (
        <p className="visually-hidden" role="status">
          Loading...
        </p>
      )}
      {isPaged &&
        (props.onPageSize ? (
          <ServerFoot
            {...foot}
            pageSize={pageSize}
            total={total ?? 0}
            onPageSize={props.onPageSize}
          />
        ) : (
          <TableFoot {...foot} />
        ))}
    </div>
  )
}
