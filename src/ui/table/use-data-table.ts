import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { type Column, compareBy } from './column.ts'
import type { StateProps } from './table-state.ts'

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})

const NO_ROWS: readonly never[] = []

type Input<Row> = StateProps & {
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  pageSize: number
  /** Rows are one page that the server searched and ordered; this is how many there are in all. */
  total: number | undefined
}

export type TableView<Row> = {
  /** The rows of this page. */
  shown: readonly Row[]
  /** Every row that the search left, in order. */
  found: readonly Row[]
  page: number
  pages: number
}

/** Searches, orders and pages rows; hands back plain rows. */
export function useDataTable<Row extends object>(input: Input<Row>): TableView<Row> {
  const { columns, rows, rowKey, pageSize, total, state } = input
  const defs = useMemo(() => columns.map(definition), [columns])
  const manual = total !== undefined
  const sorting = state.sort ? [state.sort] : []
  const table = useTable({
    features,
    columns: defs,
    data: rows ?? NO_ROWS,
    getRowId: rowKey,
    globalFilterFn: holds,
    getColumnCanGlobalFilter: () => true,
    manualFiltering: manual,
    manualSorting: manual,
    state: { globalFilter: state.search.trim(), sorting },
  })
  const found = table.getSortedRowModel().rows.map((row) => row.original)
  const pages = Math.max(1, Math.ceil((total ?? found.length) / pageSize))
  const page = Math.min(state.page, pages)
  const start = (page - 1) * pageSize
  const shown = manual ? found : found.slice(start, start + pageSize)
  return { shown, found, page, pages }
}

type Def<Row> = {
  id: string
  header: string
  accessorFn: (row: Row) => string
  enableSorting: boolean
  sortFn: (a: { original: Row }, b: { original: Row }) => number
}

const definition = <Row>(column: Column<Row>): Def<Row> => ({
  id: column.id,
  header: column.header,
  accessorFn: column.text,
  enableSorting: column.sort !== false,
  sortFn: (a, b) => compareBy(column, a.original, b.original),
})

/** Whether a cell's text holds what is searched for, whatever the case. */
const holds = (row: { getValue: (id: string) => unknown }, id: string, wanted: unknown): boolean =>
  String(row.getValue(id)).toLowerCase().includes(String(wanted).toLowerCase())
