import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const TOGETHER_MS = 150
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 30_000

/**
 * Listens to an address for `changed` and calls back: once for several at once, and after each lost
 * connection, since nobody knows what was missed. A browser reopens a line that broke by itself,
 * and gives up for good on one that was refused, as by a server that is just starting again: then
 * it is opened anew here, with pauses that double up to half a minute. Answers how to stop.
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
 * Reads again when the server says that something changed, and after a lost connection. What one
 * act changes shows in the reads of several modules, so every read that a screen shows is asked for
 * anew.
 */
export function useLiveReads(audience: 'member' | 'admin') {
  const queries = useQueryClient()
  useEffect(
    () => listen(`/api/events?for=${audience}`, () => void queries.invalidateQueries()),
    [audience, queries],
  )
}
