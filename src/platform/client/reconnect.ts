import { CallError } from './call-error.ts'

/** The pauses before further attempts while the device says that it is online. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000]

/** Returns whether a further attempt may reach a server that an earlier one didn’t. */
const mayReach = (error: unknown) =>
  error instanceof CallError &&
  (error.status === 0 || error.status === 503 || error.code === 'too_many_uploads')

type Options = {
  signal: AbortSignal
  /** Called after each attempt that was lost, before the wait. */
  onLost: () => void
}

/**
 * Repeats a call that is safe to repeat until it has reached the server: after a pause, and as soon
 * as the device is online again. Throws the last error after six pauses, an abort, and each answer
 * that another attempt wouldn’t change.
 */
export async function sendUntilReached<Result>(
  attempt: () => Promise<Result>,
  { signal, onLost }: Options,
): Promise<Result> {
  for (let pauses = 0; ; ) {
    try {
      return await attempt()
    } catch (error) {
      const waitMs = WAITS_MS[pauses]
      if (signal.aborted || waitMs === undefined || !mayReach(error)) throw error

      onLost()
      if (navigator.onLine) pauses += 1
      await waitForConnection(waitMs, signal)
      if (signal.aborted) throw error
    }
  }
}

/** Waits for a pause, or offline for the connection; an abort ends either. */
function waitForConnection(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = navigator.onLine ? setTimeout(end, waitMs) : undefined

    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
