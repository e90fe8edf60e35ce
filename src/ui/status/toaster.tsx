import { Suspense, useSyncExternalStore } from 'react'
import { createLazyComponent, usePreload } from '../lazy.ts'
import { hasWaiting, showToast, watchWaiting } from './status-message.ts'

const LazyToastList = createLazyComponent(async () => (await import('./toast-list.tsx')).ToastList)

/**
 * Shows a short message in the corner and announces it to screen readers; callable from anywhere
 * in the browser. The outcome of a money movement also gets a page.
 */
export const toast = {
  error: (text: string) => showToast({ type: 'error', text }),
  success: (text: string) => showToast({ type: 'success', text }),
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
