import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '#app-ui/use-form-action.tsx'
import { CallError } from '#platform/client/call-error.ts'

/** The outcome of one row: decided, waiting for a second admin, or failed. */
export type BulkOutcome = { tone: 'ok' | 'wait' | 'bad'; message: string }

/** Failures that every further row would meet too. */
const GENERAL_STATUSES = [0, 401, 403, 429, 503]

const isGeneral = (error: unknown) =>
  error instanceof CallError && GENERAL_STATUSES.includes(error.status)

/**
 * Decides on rows one after the other, each with a call of its own: a failed one leaves the others
 * as they are. Ends early when it is stopped, when the page is left, and after a failure that is
 * not about one row.
 */
export function useBulkRun<Item extends { id: string }>(
  decide: (item: Item) => Promise<BulkOutcome>,
) {
  const [phase, setPhase] = useState<'review' | 'running' | 'done'>('review')
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, BulkOutcome>>(new Map())
  const stopped = useRef(false)
  const stop = () => {
    stopped.current = true
  }

  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  const run = async (items: readonly Item[]) => {
    setPhase('running')

    for (const item of items) {
      if (stopped.current) break

      try {
        const outcome = await decide(item)
        setOutcomes((known) => new Map(known).set(item.id, outcome))
      } catch (error) {
        const outcome = { tone: 'bad', message: getErrorMessage(error) } as const
        setOutcomes((known) => new Map(known).set(item.id, outcome))
        if (isGeneral(error)) break
      }
    }

    setPhase('done')
  }

  return { phase, outcomes, run, stop }
}
