import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { toast } from '../status/toaster.tsx'

/** Returns whether the focus is on a field of the page, which took it when it was shown. */
const isFieldFocused = () =>
  document.activeElement?.matches('main :is(input, textarea, select)') ?? false

/** Focuses the heading of the page, which screen readers then read; false while there is none. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false

  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/**
 * Focuses the heading, also one that is shown later or replaced while the page loads. Returns a
 * function that stops it; the reader's own next action does, too.
 */
function followHeading(): () => void {
  let isFocused = focusHeading()
  const watcher = new MutationObserver(() => {
    if (isFieldFocused()) return stop()
    if (!isFocused || document.activeElement === document.body) isFocused = focusHeading()
  })
  const stop = () => {
    watcher.disconnect()
    for (const type of ['keydown', 'pointerdown']) removeEventListener(type, stop)
  }

  watcher.observe(document.body, { childList: true, subtree: true })
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, stop)

  return stop
}

/**
 * Moves the focus to the heading of a page that was reached inside the application, and closes the
 * error messages of the page before. The first page and links to a part of a page have the
 * browser's own focus; a new query, such as the next page of a table, moves none.
 */
export function useNavigationFocus(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another part of the page moves nothing
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname

    toast.closeErrors()
    return hash || isFieldFocused() ? undefined : followHeading()
  }, [pathname])
}
