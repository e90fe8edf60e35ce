export type ToastMessage = { type: 'error' | 'success'; text: string }

const waiting: ToastMessage[] = []
const watchers = new Set<() => void>()
let speaker: ((message: ToastMessage) => void) | undefined

/** Shows a message at once, or as soon as the toast list is ready. */
export function showToast(message: ToastMessage) {
  if (speaker) return speaker(message)
  waiting.push(message)
  for (const notifyWatcher of watchers) notifyWatcher()
}

/** Returns whether a message waits to be shown. */
export const hasWaiting = () => waiting.length > 0

/** Calls back when a message waits to be shown. Returns a function that unsubscribes. */
export function watchWaiting(onWaiting: () => void): () => void {
  watchers.add(onWaiting)
  return () => watchers.delete(onWaiting)
}

/**
 * Passes the waiting messages and all later ones to a listener. Returns a function that
 * unsubscribes.
 */
export function subscribeToToasts(next: (message: ToastMessage) => void): () => void {
  speaker = next
  for (const message of waiting.splice(0)) next(message)
  return () => {
    if (speaker === next) speaker = undefined
  }
}
