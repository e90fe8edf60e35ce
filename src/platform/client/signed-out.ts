import { clearChosenFile } from './chosen-file.ts'
import { clearDrafts } from './drafts.ts'

const NOTE = 'signed-out'
let leaving = false

/**
 * Ends the session by the person's own wish and goes to the home page: what was still being read
 * meanwhile, and is refused, leads to no log-in. Throws what `end` throws; the session goes on
 * then.
 */
export async function leave(end: () => Promise<unknown>): Promise<void> {
  leaving = true

  try {
    await end()
  } catch (error) {
    leaving = false
    throw error
  }

  clearDrafts()
  await clearChosenFile()
  addEventListener('pageshow', cancelLeaving, { once: true }) // the browser may bring this very page back
  location.assign('/')
}

const cancelLeaving = () => {
  leaving = false
}

/**
 * Goes to the right log-in page when a session has ended, keeping where we were and what the server
 * said.
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

/** What the server said when the last session ended, once. */
export function takeSignedOutNote(): string | null {
  try {
    const note = sessionStorage.getItem(NOTE)
    sessionStorage.removeItem(NOTE)
    return note
  } catch {
    return null
  }
}

/**
 * Browsers drop tabs and line breaks and read a backslash as a slash, so none of them may stand in
 * it.
 */
const OWN_PAGE = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/

/** Where to go after logging in: one of our own addresses, or the given one. */
export function parseNextPage(search: string, home: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  return OWN_PAGE.test(next) ? next : home
}
