import { useSyncExternalStore } from 'react'
import { late, useLate } from '../late.ts'
import { hasWaiting, say, watchWaiting } from './said.ts'

/**
 * No page needs it to show itself: it comes when somebody first touches the page, or when something
 * is first said.
 */
const LIST = late(() => import('./toast-list.tsx'))

/**
 * Says something small in the corner and aloud, from anywhere in the browser. Outcomes of money
 * also get a page.
 */
export const toast = {
  error: (text: string) => say({ type: 'error', text }),
  success: (text: string) => say({ type: 'success', text }),
}

/** Where toasts appear: once, in the root of the page. */
export function Toaster() {
  const wanted = useSyncExternalStore(watchWaiting, hasWaiting, () => false)
  const list = useLate(LIST, wanted)
  return list && <list.ToastList />
}
