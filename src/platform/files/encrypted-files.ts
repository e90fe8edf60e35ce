import { createCipherKey, decryptWithKey, encryptWithKey } from '../auth/secrets.ts'
import type { DocumentKeys } from './document-keys.ts'

/** The key of one file, as it is stored: wrapped by the key with this id. */
export type WrappedKey = { keyId: string; wrapped: Buffer }

export type EncryptedFile = WrappedKey & { content: Buffer }

/** A document can't be decrypted: its bytes were changed, or its key is not configured. */
export class DocumentUnreadable extends Error {
  constructor(name: string, why: string, cause?: unknown) {
    super(`The document ${name} can't be read: ${why}.`, { cause })
    this.name = 'DocumentUnreadable'
  }
}

/**
 * Encrypts a file by a random key of its own and wraps that key by the first document key. `name`
 * is authenticated with both, so that neither can stand for another file.
 */
export function encryptFile(keys: DocumentKeys, name: string, plain: Uint8Array): EncryptedFile {
  const fileKey = createCipherKey()
  const [{ id, key }] = keys

  return {
    content: encryptWithKey(fileKey, `file ${name}`, plain),
    keyId: id,
    wrapped: encryptWithKey(key, `key ${name}`, fileKey),
  }
}

/** Decrypts a file of `encryptFile`. Throws `DocumentUnreadable`. */
export function decryptFile(
  keys: DocumentKeys,
  name: string,
  { keyId, wrapped, content }: { keyId: string; wrapped: Uint8Array; content: Uint8Array },
): Buffer {
  return decrypt(unwrapKey(keys, name, { keyId, wrapped }), name, `file ${name}`, content)
}

/** Wraps the key of a file by the first document key instead. Throws `DocumentUnreadable`. */
export function rewrapKey(
  keys: DocumentKeys,
  name: string,
  before: { keyId: string; wrapped: Uint8Array },
): WrappedKey {
  const [{ id, key }] = keys
  return { keyId: id, wrapped: encryptWithKey(key, `key ${name}`, unwrapKey(keys, name, before)) }
}

function unwrapKey(
  keys: DocumentKeys,
  name: string,
  { keyId, wrapped }: { keyId: string; wrapped: Uint8Array },
): Buffer {
  const found = keys.find(({ id }) => id === keyId)
  if (!found) throw new DocumentUnreadable(name, `its key ${keyId} is not in DOCUMENT_KEYS`)

  return decrypt(found.key, name, `key ${name}`, wrapped)
}

function decrypt(key: Uint8Array, name: string, context: string, hidden: Uint8Array): Buffer {
  try {
    return decryptWithKey(key, context, hidden)
  } catch (error) {
    throw new DocumentUnreadable(name, 'its bytes or its key were changed', error)
  }
}
