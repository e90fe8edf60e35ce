/** Returns an address in lower case without outer spaces. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/**
 * Returns the mailbox that an address delivers to, as far as this is known: the part after a plus
 * is dropped.
 */
export const normalizeMailbox = (email: string): string =>
  normalizeEmail(email).replace(/\+[^@]*(?=@)/, '')
