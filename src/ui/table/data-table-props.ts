import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import type { StateProps } from './table-state.ts'

export type RowAction<Row> = {
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
  /**
   * Given when the server searches, orders and pages: `rows` is one page, this is the count of all.
   */
  total?: number | undefined
  /** Makes the row pressable. */
  rowAction?: RowAction<Row> | undefined
  /** The row whose details are open. */
  selectedKey?: string | undefined
  searchable?: boolean | undefined
  /** Beside the search: filters, buttons. */
  tools?: ReactNode
  /**
   * Shows 'Export CSV' of exactly the filtered rows under this file name; `onExport` when the
   * server makes it.
   */
  exportName?: string | undefined
  onExport?: (() => void) | undefined
  /** Below a column: a total. */
  totals?: Partial<Record<string, ReactNode>> | undefined
  /** A short list: no search, no paging, every row. */
  plain?: boolean | undefined
  /** 44 px rows and smaller type, for those who work in it all day. */
  dense?: boolean | undefined
}
