export type Said = { type: 'error' | 'success'; text: string }

const waiting: Said[] = []
const watchers = new Set<() => void>()
let speaker: ((said: Said) => void) | undefined

/** Says something at once, or as soon as there is somebody to show it. */
export function say(said: Said) {
  if (speaker) return speaker(said)
  waiting.push(said)
  for (const tell of watchers) tell()
}

/** Whether something waits to be shown. */
export const hasWaiting = () => waiting.length > 0

/** Calls back when something waits to be shown. Answers how to stop. */
export function watchWaiting(onWaiting: () => void): () => void {
  watchers.add(onWaiting)
  return () => watchers.delete(onWaiting)
}

/**
 * Hands everything that is said from now on to one, and first what was said before. Answers how to
 * stop.
 */
export function speakBy(next: (said: Said) => void): () => void {
  speaker = next
  for (const said of waiting.splice(0)) next(said)
  return () => {
    if (speaker === next) speaker = undefined
  }
}
