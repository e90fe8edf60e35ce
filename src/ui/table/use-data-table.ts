import { useMemo } from 'react'
import { type Column, compareRows } from './column.ts'
import type { StateProps } from './table-state.ts'

const NO_ROWS: readonly never[] = []

type Input<Row> = StateProps & {
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  pageSize: number
  /** Set when `rows` is one page from the server: the total count. */
  total: number | undefined
}

export type TableView<Row> = {
  /** The rows of this page. */
  shown: readonly Row[]
  /** Every row that matches the search, in order. */
  found: readonly Row[]
  page: number
  pages: number
}

/** Searches, sorts and pages rows. */
export function useDataTable<Row extends object>(input: Input<Row>): TableView<Row> {
  const { columns, rows = NO_ROWS, pageSize, total, state } = input
  const manual = total !== undefined
  const search = manual ? '' : state.search.trim()
  const [sortId, desc] = manual ? [] : [state.sort?.id, state.sort?.desc]
  const left = useMemo(() => searchRows(columns, rows, search), [columns, rows, search])
  const found = useMemo(() => sortRows(columns, left, sortId, desc), [columns, left, sortId, desc])
  const pages = Math.max(1, Math.ceil((total ?? found.length) / pageSize))
  const page = Math.min(state.page, pages)
  const start = (page - 1) * pageSize
  const shown = manual ? found : found.slice(start, start + pageSize)

  return { shown, found, page, pages }
}

/** Returns the rows of which any column's text contains the search, ignoring case. */
export function searchRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  search: string,
): readonly Row[] {
  const needle = search.toLowerCase()
  if (!needle) return rows
  return rows.filter((row) =>
    columns.some((column) => column.text(row).toLowerCase().includes(needle)),
  )
}

/**
 * Sorts rows by a column, stable for equal rows; unchanged when no such column can be sorted by.
 */
export function sortRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  by: string | undefined,
  desc = false,
): readonly Row[] {
  const column = columns.find(({ id, sort }) => id === by && sort !== false)
  if (!column) return rows
  return rows.toSorted((one, other) => compareRows(column, one, other) * (desc ? -1 : 1))
}
