import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a text as it was shown, in hex. */
export const hashShown = (shown: unknown): string =>
  createHash('sha256')
    .update(typeof shown === 'string' ? shown : JSON.stringify(shown))
    .digest('hex')
