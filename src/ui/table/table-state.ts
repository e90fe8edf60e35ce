import { useCallback, useMemo } from 'react'
import { useAddress } from './use-address.ts'

export type TableState = {
  search: string
  /** Counts from 1. */
  page: number
  sort: { id: string; desc: boolean } | null
}

export const FIRST_STATE: TableState = { search: '', page: 1, sort: null }

export type StateProps = { state: TableState; onStateChange: (next: TableState) => void }

/** Parses a table's state from the query string. */
export function parseTableState(params: URLSearchParams, prefix: string): TableState {
  const page = Number(params.get(`${prefix}page`))
  const sort = params.get(`${prefix}sort`)

  return {
    search: params.get(`${prefix}q`) ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    sort: sort ? { id: sort.replace(/^-/, ''), desc: sort.startsWith('-') } : null,
  }
}

/** Writes a table's state to the query string; initial values are left out. */
export function writeTableState(
  params: URLSearchParams,
  prefix: string,
  state: TableState,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (key: string, value: string) =>
    value ? next.set(prefix + key, value) : next.delete(prefix + key)
  put('q', state.search)
  put('page', state.page > 1 ? String(state.page) : '')
  put('sort', state.sort ? `${state.sort.desc ? '-' : ''}${state.sort.id}` : '')

  return next
}

/**
 * Stores a table's state in the query string: spread the result into `DataTable`. Two tables on one
 * page need a prefix each.
 */
export function useUrlTableState(prefix = ''): StateProps {
  const [params, change] = useAddress()
  const state = useMemo(() => parseTableState(params, prefix), [params, prefix])
  const onStateChange = useCallback(
    (next: TableState) => change((now) => writeTableState(now, prefix, next)),
    [change, prefix],
  )

  return { state, onStateChange }
}
