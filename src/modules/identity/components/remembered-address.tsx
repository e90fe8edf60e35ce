const SLOT = 'verify-email'

/**
 * Keeps the address that a code was sent to, so that /verify needn't ask for it again, also after a
 * reload.
 */
export function rememberAddress(email: string) {
  try {
    sessionStorage.setItem(SLOT, email)
  } catch {
    // a browser that stores nothing is asked for the address again
  }
}

/** The address that a code was last sent to from this tab; empty when it isn't known. */
export function readRememberedAddress(): string {
  try {
    return sessionStorage.getItem(SLOT) ?? ''
  } catch {
    return ''
  }
}
