import { type ReactNode, useCallback, useMemo } from 'react'
import { FilterBar } from './filter-bar.tsx'
import { type FilterSelection, type Filters, filterRows, parseFilterSelection } from './filters.ts'
import { useAddress } from './use-address.ts'

/**
 * Filters rows by choices and a date range stored in the query string, and returns them with the
 * filter bar. Give the rows to `DataTable`; its search and export then cover exactly these. A new
 * choice goes back to page 1.
 */
export function useFilters<Row>(
  filters: Filters<Row>,
  rows: readonly Row[] | undefined,
): { rows: readonly Row[] | undefined; bar: ReactNode } {
  const [params, change] = useAddress()
  const chosen = useMemo(() => parseFilterSelection(filters, params), [filters, params])
  const choose = useCallback(
    (choice: FilterSelection) =>
      change((now) => {
        const next = new URLSearchParams(now)
        for (const [id, value] of Object.entries(choice))
          value ? next.set(id, value) : next.delete(id)
        next.delete('page')
        return next
      }),
    [change],
  )

  const narrowed = useMemo(() => rows && filterRows(rows, filters, chosen), [rows, filters, chosen])

  return {
    rows: narrowed,
    bar: <FilterBar fields={filters.choices} chosen={chosen} onChoose={choose} />,
  }
}
