import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followTicks } from '#platform/client/ticks.ts'
import { marketCalls } from './calls.tsx'

export type MarketRow = Awaited<ReturnType<typeof marketCalls.list.call>>['data'][number]
type List = { message: string; data: MarketRow[] }

/** The list is also polled, in case the stream is silent or rejected. */
const POLL_MS = 60_000
const STREAM = '/api/market/stream?for=member'

const list = marketCalls.list.queryOptions()

let followers = 0
let unfollow = () => {}

/** Follows the stream that all price components of the page share. */
function follow(queries: QueryClient): () => void {
  followers += 1

  if (followers === 1)
    unfollow = followTicks<MarketRow>(STREAM, (rows, all) =>
      queries.setQueryData(list.queryKey, (known: List | undefined) => mergeRows(known, rows, all)),
    )

  return () => {
    followers -= 1
    if (followers === 0) unfollow()
  }
}

function mergeRows(known: List | undefined, rows: MarketRow[], all: boolean): List | undefined {
  if (all) return { message: known?.message ?? '', data: rows }
  if (!known) return known
  const rowsBySymbol = new Map(rows.map((row) => [row.symbol, row]))
  return { ...known, data: known.data.map((row) => rowsBySymbol.get(row.symbol) ?? row) }
}

/** Returns the last known prices, updated by the server's stream. */
export function useMarket() {
  const queries = useQueryClient()
  useEffect(() => follow(queries), [queries])
  return useQuery({ ...list, refetchInterval: POLL_MS })
}

/** Lists the feeds of some prices, each with the time of its oldest price. */
export function listSources(rows: readonly MarketRow[]): { source: string; at: string }[] {
  const oldest = new Map<string, string>()
  for (const { source, at } of rows) {
    const known = oldest.get(source)
    if (!known || at < known) oldest.set(source, at)
  }
  return [...oldest].map(([source, at]) => ({ source, at }))
}
