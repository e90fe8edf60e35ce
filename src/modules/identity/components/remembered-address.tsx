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
