import { Suspense, useSyncExternalStore } from 'react'
import { createLazyComponent, usePreload } from '../lazy.ts'
import { closeErrorToasts, hasWaiting, showToast, watchWaiting } from './status-message.ts'

const LazyToastList = createLazyComponent(async () => (await import('./toast-list.tsx')).ToastList)

/**
 * Shows a short message in the corner and announces it to screen readers; callable from anywhere
 * in the browser. For what the page doesn't show itself: a form shows its errors, and the outcome
 * of a money movement gets a page. An error goes when something succeeds, when another error
 * follows, and when the reader moves to another page.
 */
export const toast = {
  error: (text: string) => {
    closeErrorToasts()
    showToast({ type: 'error', text })
  },
  success: (text: string) => {
    closeErrorToasts()
    showToast({ type: 'success', text })
  },
  closeErrors: closeErrorToasts,
}

/** Renders the toasts: once, in the root of the page. */
export function Toaster() {
  const isWaiting = useSyncExternalStore(watchWaiting, hasWaiting, () => false)
  if (!usePreload(LazyToastList, isWaiting)) return null
  return (
    <Suspense>
      <LazyToastList />
    </Suspense>
  )
}
