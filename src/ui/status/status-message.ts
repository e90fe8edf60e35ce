export type ToastMessage = { type: 'error' | 'success'; text: string }

const waiting: ToastMessage[] = []
const watchers = new Set<() => void>()
let speaker: ((message: ToastMessage) => void) | undefined

/** Says something at once, or as soon as there is somebody to show it. */
export function showToast(message: ToastMessage) {
  if (speaker) return speaker(message)
  waiting.push(message)
  for (const notifyWatcher of watchers) notifyWatcher()
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
export function subscribeToToasts(next: (message: ToastMessage) => void): () => void {
  speaker = next
  for (const message of waiting.splice(0)) next(message)
  return () => {
    if (speaker === next) speaker = undefined
  }
}
