import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const TOGETHER_MS = 150

/**
 * Reads again when the server says that something changed, and after a lost connection. What one act changes shows in
 * the reads of several modules, so every read that a screen shows is asked for anew; several topics at once count once.
 */
export function useLiveReads(audience: 'member' | 'admin') {
  const queries = useQueryClient()
  useEffect(() => {
    const source = new EventSource(`/api/events?for=${audience}`)
    let waiting: ReturnType<typeof setTimeout> | undefined
    let lost = false
    const readAgain = () => {
      clearTimeout(waiting)
      waiting = setTimeout(() => void queries.invalidateQueries(), TOGETHER_MS)
    }
    source.addEventListener('changed', readAgain)
    source.onerror = () => {
      lost = true
    }
    source.onopen = () => {
      if (lost) readAgain()
      lost = false
    }
    return () => {
      clearTimeout(waiting)
      source.close()
    }
  }, [audience, queries])
}
