import { clearChosenFile } from './chosen-file.ts'
import { clearDrafts } from './drafts.ts'

const NOTE = 'signed-out'
/** The parameter of a login page that a session which has ended leads to. */
export const SESSION_ENDED = 'ended'
let leaving = false

/**
 * Ends the session on request and goes to another page, the home page unless the answer leads to
 * one; reads that are rejected meanwhile don't lead to the log-in. Throws what `end` throws, and
 * the session continues.
 */
export async function leave<Answer>(
  end: () => Promise<Answer>,
  getPage: (answer: Answer) => string = () => '/',
): Promise<void> {
  leaving = true
  let page = '/'

  try {
    page = getPage(await end())
  } catch (error) {
    leaving = false
    throw error
  }

  clearDrafts()
  await clearChosenFile()
  // The browser may bring this very page back.
  addEventListener('pageshow', cancelLeaving, { once: true })
  location.assign(page)
}

const cancelLeaving = () => {
  leaving = false
}

/**
 * Goes to the log-in page after a session has ended, and remembers the current page and the
 * server's message.
 */
export function redirectToLogin(message: string) {
  const { pathname, search } = location
  const page = pathname.startsWith('/admin') ? '/admin-login' : '/login'
  if (leaving || pathname === page) return

  try {
    sessionStorage.setItem(NOTE, message)
  } catch {
    // the page is shown without the sentence
  }

  location.assign(`${page}?next=${encodeURIComponent(pathname + search)}`)
}

/** Returns the message about the end of the last session, once. */
export function takeSignedOutNote(): string | null {
  const isEnded = new URLSearchParams(location.search).has(SESSION_ENDED)
  const fallback = isEnded ? 'Your session has ended. Please log in to continue.' : null

  try {
    const note = sessionStorage.getItem(NOTE)
    sessionStorage.removeItem(NOTE)
    return note ?? fallback
  } catch {
    return fallback
  }
}

/**
 * Browsers drop tabs and line breaks and read a backslash as a slash, so a path may contain none of
 * them.
 */
const OWN_PAGE = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/

/** Returns the page to open after logging in: a path of our own, or `home`. */
export function parseNextPage(search: string, home: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  return OWN_PAGE.test(next) ? next : home
}

/**
 * Returns the query that carries the page to open after logging in from one form to the next, such
 * as from sign-up to verification; empty without one.
 */
export function pickNextQuery(search: string): string {
  const next = parseNextPage(search, '')
  return next ? `?${new URLSearchParams({ next })}` : ''
}
