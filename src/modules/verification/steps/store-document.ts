import { createHash } from 'node:crypto'
import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { listDocumentKeys } from '#platform/files/document-keys.ts'
import { type EncryptedFile, encryptFile } from '#platform/files/encrypted-files.ts'
import { sanitiseUpload } from '#platform/files/uploads.ts'
import type { DocumentKind, DocumentSide } from '../model.ts'
import type { VerificationTables } from '../tables.ts'

type StoredUpload = EncryptedFile & {
  key: string
  mediaType: string
  bytes: number
  sha256: string
}

/** Sanitises and encrypts an upload, and writes it to the file store. */
export async function storeEncrypted(app: App, file: Uint8Array): Promise<StoredUpload> {
  const { content: plain, type } = await sanitiseUpload(file, 'file')
  const key = `identity/${createId('idf')}`
  const encrypted = encryptFile(listDocumentKeys(app.config), key, plain)
  await app.files.write(key, encrypted.content)

  return {
    ...encrypted,
    key,
    mediaType: type,
    bytes: plain.length,
    sha256: createHash('sha256').update(plain).digest('hex'),
  }
}

type Place = { verificationId: string; kind: DocumentKind; side: DocumentSide | null }

/** Adds the row of a stored document. */
export const insertDocument = (
  tx: Tx,
  app: App,
  { verificationId, kind, side }: Place,
  { key, keyId, wrapped, mediaType, bytes, sha256 }: StoredUpload,
) =>
  tx
    .withTables<VerificationTables>()
    .insertInto('verification_document')
    .values({
      id: createId('vdc'),
      verification_id: verificationId,
      kind,
      side,
      uploaded_at: app.clock.now(),
      media_type: mediaType,
      bytes,
      file_key: key,
      sha256,
      key_id: keyId,
      wrapped_key: wrapped,
      erased_at: null,
    })
    .execute()
