import { pickNextQuery } from '#platform/client/signed-out.ts'

const SLOT = 'verify-email'

/** Stores the address that a code was sent to, so that /verify has it after a reload. */
export function rememberAddress(email: string) {
  try {
    sessionStorage.setItem(SLOT, email)
  } catch {
    // a browser without storage asks for the address again
  }
}

/** Returns the address that this tab last sent a code to, or an empty string. */
export function readRememberedAddress(): string {
  try {
    return sessionStorage.getItem(SLOT) ?? ''
  } catch {
    return ''
  }
}

const NEXT_SLOT = 'after-sign-up'

/**
 * Stores the query that leads on after a sign-up, for the link of the verification email, which
 * opens in a tab of its own.
 */
export function rememberNextQuery(next: string) {
  try {
    if (next) localStorage.setItem(NEXT_SLOT, next)
    else localStorage.removeItem(NEXT_SLOT)
  } catch {
    // the link leads to the overview
  }
}

/** Returns the query that was stored at sign-up, once; empty without one. */
export function takeNextQuery(): string {
  try {
    const next = localStorage.getItem(NEXT_SLOT) ?? ''
    localStorage.removeItem(NEXT_SLOT)
    return pickNextQuery(next)
  } catch {
    return ''
  }
}
