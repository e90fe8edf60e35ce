import { createHash } from 'node:crypto'

/**
 * Returns JSON for a jsonb column: bigint becomes decimal text, since a JSON number would lose
 * cents.
 */
export const toJsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, entry) => (typeof entry === 'bigint' ? entry.toString() : entry))

/** Returns the SHA-256 of such JSON, in hex: an approval is bound to it. */
export const hashContent = (content: unknown): string =>
  createHash('sha256').update(toJsonText(content)).digest('hex')
