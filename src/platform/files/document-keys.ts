import { createHash, hkdfSync } from 'node:crypto'
import { invariant } from '#lib/invariant.ts'
import type { Config } from '../config.ts'

/** A key that wraps the keys of documents. */
export type DocumentKey = { id: string; key: Buffer }

/** The first key wraps; every key unwraps. */
export type DocumentKeys = readonly [DocumentKey, ...DocumentKey[]]

type KeyConfig = Pick<Config, 'MODE' | 'SECRET' | 'SECRET_BEFORE' | 'DOCUMENT_KEYS'>

/**
 * Returns the keys of `DOCUMENT_KEYS`. The sandbox derives further ones from its secrets, so that
 * it needs no configuration, and what it stored before stays readable.
 */
export function listDocumentKeys({
  MODE,
  SECRET,
  SECRET_BEFORE,
  DOCUMENT_KEYS,
}: KeyConfig): DocumentKeys {
  const secrets = MODE === 'sandbox' && SECRET ? [SECRET, ...SECRET_BEFORE] : []
  const configured = DOCUMENT_KEYS.map(({ id, hex }) => ({ id, key: Buffer.from(hex, 'hex') }))
  const [first, ...others] = [...configured, ...secrets.map(deriveDocumentKey)]
  invariant(first, 'live has DOCUMENT_KEYS, and the sandbox a SECRET')

  return [first, ...others]
}

function deriveDocumentKey(secret: string): DocumentKey {
  const key = Buffer.from(hkdfSync('sha256', secret, 'candor', 'documents', 32))
  const fingerprint = createHash('sha256').update(key).digest('hex').slice(0, 12)
  return { id: `secret-${fingerprint}`, key }
}
