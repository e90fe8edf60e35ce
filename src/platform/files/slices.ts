import { setImmediate as pause } from 'node:timers/promises'

/** The time after which a scan lets other work run. */
const SLICE_MS = 5

/** Returns a function that waits for other work whenever it is called after the slice's end. */
export function createSlices(): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS

  return () => {
    if (performance.now() < end) return undefined

    return pause().then(() => {
      end = performance.now() + SLICE_MS
    })
  }
}
