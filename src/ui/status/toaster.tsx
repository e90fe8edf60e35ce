import { useSyncExternalStore } from 'react'
import { createLazyPart, useLazyPart } from '../lazy.ts'
import { hasWaiting, showToast, watchWaiting } from './status-message.ts'

/**
 * No page needs it to show itself: it comes when somebody first touches the page, or when something
 * is first said.
 */
const LIST = createLazyPart(() => import('./toast-list.tsx'))

/**
 * Says something small in the corner and aloud, from anywhere in the browser. Outcomes of money
 * also get a page.
 */
export const toast = {
  error: (text: string) => showToast({ type: 'error', text }),
  success: (text: string) => showToast({ type: 'success', text }),
}

/** Where toasts appear: once, in the root of the page. */
export function Toaster() {
  const hasPending = useSyncExternalStore(watchWaiting, hasWaiting, () => false)
  const list = useLazyPart(LIST, hasPending)
  return list && <list.ToastList />
}
