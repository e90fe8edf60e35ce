import { type ReactNode, useCallback, useMemo } from 'react'
import { FilterBar, type FilterField } from './filter-bar.tsx'
import { PAGE_SIZES, parsePageSize } from './page-sizes.ts'
import type { StateProps } from './table-state.ts'
import { useUrlTableState } from './table-state.ts'
import { useAddress } from './use-address.ts'

type ListQuery = {
  page: number
  size: number
  q?: string
  sort?: string
  from?: string
  to?: string
}

/** The page, search, order and page size of a table that the server pages. */
export type ServerTableState = StateProps & {
  pageSize: number
  onPageSize: (size: number) => void
}

export type ServerTable<Order extends string, Choice extends string> = ServerTableState & {
  /** The query of the list, ready for the call. */
  input: Omit<ListQuery, 'sort'> & { sort?: Order | `-${Order}` } & { [Id in Choice]?: string }
  /** The same query for the address of a file with every matching row. */
  query: string
  bar: ReactNode
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/
const VALUE_LIMIT = 60

function isValidChoice(field: FilterField, value: string): boolean {
  if ('amount' in field) return AMOUNT.test(value)
  if (!field.options) return value.length <= VALUE_LIMIT
  return field.options.some((option) => option.value === value)
}

/**
 * Manages a table whose rows the server searches, filters, sorts and pages; its state is in the
 * query string. `orders` are the sortable columns; spread the result's state into `DataTable`.
 * `views` is shown beside the filters.
 */
export function useServerTable<Order extends string, Choice extends string>(
  orders: readonly Order[],
  choices: readonly (FilterField & { id: Choice })[],
  views?: ReactNode,
): ServerTable<Order, Choice> {
  const table = useUrlTableState()
  const [params, change] = useAddress()
  const { state } = table
  const pageSize = parsePageSize(params.get('size'))
  const chosen = useMemo(() => {
    const known = choices.flatMap((field) => {
      const value = params.get(field.id)
      return value && isValidChoice(field, value) ? [[field.id, value]] : []
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

  const onPageSize = useCallback(
    (size: number) => choose({ size: size === PAGE_SIZES[0] ? '' : String(size) }),
    [choose],
  )

  const order = state.sort && orders.find((one) => one === state.sort?.id)
  const listQuery = {
    ...chosen,
    ...(state.search.trim() && { q: state.search.trim() }),
    ...(order && { sort: `${state.sort?.desc ? '-' : ''}${order}` }),
  }

  const bar = (
    <FilterBar fields={choices} chosen={chosen} onChoose={choose}>
      {views}
    </FilterBar>
  )
  const input = { page: state.page, size: pageSize, ...listQuery } as ServerTable<
    Order,
    Choice
  >['input']
  const query = new URLSearchParams(listQuery).toString()

  return { ...table, pageSize, onPageSize, input, query, bar }
}
