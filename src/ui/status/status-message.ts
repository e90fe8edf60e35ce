export type ToastMessage = { type: 'error' | 'success'; text: string }

const waiting: ToastMessage[] = []
const watchers = new Set<() => void>()
let list: ToastDisplay | undefined

/** Displays the messages. */
export type ToastDisplay = { show: (message: ToastMessage) => void; closeErrors: () => void }

/** Shows a message at once, or as soon as the toast list is ready. */
export function showToast(message: ToastMessage) {
  if (list) return list.show(message)
  waiting.push(message)
  for (const notifyWatcher of watchers) notifyWatcher()
}

/** Removes the errors, shown or waiting, when their cause is gone. */
export function closeErrorToasts() {
  list?.closeErrors()

  const others = waiting.filter(({ type }) => type !== 'error')
  waiting.splice(0, waiting.length, ...others)
}

/** Returns whether a message waits to be shown. */
export const hasWaiting = () => waiting.length > 0

/** Calls back when a message waits to be shown. Returns a function that unsubscribes. */
export function watchWaiting(onWaiting: () => void): () => void {
  watchers.add(onWaiting)
  return () => watchers.delete(onWaiting)
}

/**
 * Passes the waiting messages and all later ones to the display. Returns a function that
 * unsubscribes.
 */
export function subscribeToToasts(next: ToastDisplay): () => void {
  list = next
  for (const message of waiting.splice(0)) next.show(message)
  return () => {
    if (list === next) list = undefined
  }
}
