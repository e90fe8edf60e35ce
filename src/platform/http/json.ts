import { createHash } from 'node:crypto'

/**
 * JSON for a jsonb column: bigint becomes its decimal text, since a JSON number would lose cents.
 */
export const toJsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, entry) => (typeof entry === 'bigint' ? entry.toString() : entry))

/** SHA-256 of such a JSON, in hex: what an approval of it is bound to. */
export const hashContent = (content: unknown): string =>
  createHash('sha256').update(toJsonText(content)).digest('hex')
