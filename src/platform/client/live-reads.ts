import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const TOGETHER_MS = 150
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

/**
 * Listens to a stream for `changed` and calls back, once for several events at once, and after each
 * lost connection, since events may have been missed. A browser reconnects a broken stream but
 * gives up on a rejected one, such as by a restarting server: that one is opened again here, with
 * pauses that double up to half a minute. Returns a function that stops.
 */
export function listen(address: string, onChange: () => void): () => void {
  let source: EventSource
  let notifyTimer: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MS
  let lost = false
  const scheduleNotify = () => {
    clearTimeout(notifyTimer)
    notifyTimer = setTimeout(onChange, TOGETHER_MS)
  }

  const open = () => {
    source = new EventSource(address)
    source.addEventListener('changed', scheduleNotify)
    source.onopen = () => {
      wait = FIRST_WAIT_MS
      if (lost) scheduleNotify()
      lost = false
    }

    source.onerror = () => {
      lost = true
      if (source.readyState !== EventSource.CLOSED) return
      clearTimeout(again)
      again = setTimeout(open, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
  }

  open()

  return () => {
    clearTimeout(notifyTimer)
    clearTimeout(again)
    source.close()
  }
}

/**
 * Reads every displayed query again. A first read that is under way may have been answered before
 * the change, and is not begun again by an invalidation: it is repeated when it has ended.
 */
export async function refreshReads(queries: QueryClient): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)

  await queries.invalidateQueries()
  await Promise.all(
    first.map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true })),
  )
}

/**
 * Reads every displayed query again when the server reports a change, and after a lost connection.
 * One command changes the reads of several modules.
 */
export function useLiveReads(audience: 'member' | 'admin') {
  const queries = useQueryClient()
  useEffect(
    () => listen(`/api/events?for=${audience}`, () => void refreshReads(queries)),
    [audience, queries],
  )
}
