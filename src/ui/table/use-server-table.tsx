import { type ReactNode, useCallback, useMemo } from 'react'
import type { StateProps } from './table-state.ts'
import { useUrlTableState } from './table-state.ts'
import { useAddress } from './use-address.ts'
import { FilterBar, type FilterField } from './use-filters.tsx'

type ListQuery = {
  page: number
  size: number
  q?: string
  sort?: string
  from?: string
  to?: string
}

export type ServerTable<Order extends string, Choice extends string> = StateProps & {
  /** The query of the list, ready for the call. */
  input: Omit<ListQuery, 'sort'> & { sort?: Order | `-${Order}` } & { [Id in Choice]?: string }
  /** The same query for the address of a file with every matching row. */
  query: string
  bar: ReactNode
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Manages a table whose rows the server searches, filters, sorts and pages; its state is in the
 * query string. `orders` are the sortable columns; spread the result's state into `DataTable`.
 */
export function useServerTable<Order extends string, Choice extends string>(
  orders: readonly Order[],
  choices: readonly (FilterField & { id: Choice })[],
  size = 10,
): ServerTable<Order, Choice> {
  const table = useUrlTableState()
  const [params, change] = useAddress()
  const { state } = table
  const chosen = useMemo(() => {
    const known = choices.flatMap(({ id, options }) => {
      const value = params.get(id)
      return value && options.some((one) => one.value === value) ? [[id, value]] : []
    })

    const days = ['from', 'to'].flatMap((id) =>
      DAY.test(params.get(id) ?? '') ? [[id, params.get(id)]] : [],
    )
    return Object.fromEntries([...known, ...days]) as Record<string, string>
  }, [choices, params])

  const choose = useCallback(
    (choice: Readonly<Record<string, string>>) =>
      change((now) => {
        const next = new URLSearchParams(now)
        for (const [id, value] of Object.entries(choice))
          value ? next.set(id, value) : next.delete(id)
        next.delete('page')
        return next
      }),
    [change],
  )

  const order = state.sort && orders.find((one) => one === state.sort?.id)
  const listQuery = {
    ...chosen,
    ...(state.search.trim() && { q: state.search.trim() }),
    ...(order && { sort: `${state.sort?.desc ? '-' : ''}${order}` }),
  }

  const bar = <FilterBar fields={choices} chosen={chosen} onChoose={choose} />
  const input = { page: state.page, size, ...listQuery } as ServerTable<Order, Choice>['input']

  return { ...table, input, query: new URLSearchParams(listQuery).toString(), bar }
}
