import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import type { StateProps } from './table-state.ts'

export type RowAction<Row> = {
  /** The accessible name, instead of the first cell's text. */
  label?: ((row: Row) => string) | undefined
} & ({ to: (row: Row) => string } | { onPress: (row: Row) => void })

export type DataTableProps<Row> = Partial<StateProps> & {
  /** The accessible name of the table. */
  caption: string
  columns: readonly Column<Row>[]
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** True if reading failed; shows an error with a retry. */
  failed?: boolean | undefined
  onRetry?: (() => void) | undefined
  empty?: ReactNode
  pageSize?: number | undefined
  /** Set where the reader chooses the page size of a list that the server pages. */
  onPageSize?: ((size: number) => void) | undefined
  /**
   * Set when the server searches, orders and pages: `rows` is one page, this is the total count.
   */
  total?: number | undefined
  /** Makes the row pressable. */
  rowAction?: RowAction<Row> | undefined
  /** The row whose details are open. */
  selectedKey?: string | undefined
  searchable?: boolean | undefined
  /** Next to the search: filters, buttons. */
  tools?: ReactNode
  /**
   * Shows 'Export CSV' of exactly the filtered rows under this file name; `onExport` when the
   * server creates the file.
   */
  exportName?: string | undefined
  onExport?: (() => void) | undefined
  /** Totals below columns. */
  totals?: Partial<Record<string, ReactNode>> | undefined
  /** The list is paged outside: no Previous and Next below it. */
  unpaged?: boolean | undefined
  /** A short list: no search, no paging, every row. */
  plain?: boolean | undefined
  /** 44 px rows and smaller type, for screens used all day. */
  dense?: boolean | undefined
}
