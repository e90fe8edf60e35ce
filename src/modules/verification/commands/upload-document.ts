import { createHash } from 'node:crypto'
import { addDays, type Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive, type Member } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import { listDocumentKeys } from '#platform/files/document-keys.ts'
import { type EncryptedFile, encryptFile } from '#platform/files/encrypted-files.ts'
import { sanitiseUpload } from '#platform/files/uploads.ts'
import {
  type DocumentKind,
  type DocumentSide,
  LEVEL_DOCUMENTS,
  refusals,
  type Verification,
} from '../model.ts'
import { getOwnVerification } from '../queries.ts'
import { deleteDocuments } from '../steps/delete-documents.ts'
import type { VerificationTables } from '../tables.ts'

export type UploadDocument = {
  verificationId: string
  kind: DocumentKind
  side?: DocumentSide | undefined
  file?: Uint8Array | undefined
}

type StoredUpload = EncryptedFile & {
  key: string
  mediaType: string
  bytes: number
  sha256: string
}

/**
 * Stores one document of an open verification, encrypted, in place of the one before. A rejected
 * file leaves nothing. Throws `no_file` (400), `already_submitted`, `other_provider` and
 * `code_ended` (409), `wrong_document` (422), `not_found` (404) and what `sanitiseUpload` throws.
 */
export async function uploadDocument(
  app: App,
  member: Member,
  { verificationId, kind, side, file }: UploadDocument,
): Promise<void> {
  assertActive(await getMember(app.db, member.id))
  if (!file) throw new DomainError('no_file', 400, 'Please choose a file.', 'file')

  const open = await getOwnVerification(app.db, member.id, verificationId)
  assertAccepts(open, kind, app.clock.today())

  const upload = await storeEncrypted(app, file)
  const place = { kind, side: kind === 'identity_document' ? (side ?? 'front') : null }
  let committing = false

  try {
    const replaced = await runInTransaction(app.db, async (tx) => {
      committing = false
      const verification = await getOwnVerification(tx, member.id, verificationId, { lock: true })
      assertAccepts(verification, kind, app.clock.today())

      const keys = await deleteDocuments(tx, { verificationId, ...place })
      await insertDocument(tx, app, { verificationId, ...place }, upload)
      await record(tx, app.clock.now(), member, 'identity.document-uploaded', verificationId, {
        memberId: member.id,
        kind,
        side: place.side,
        sha256: upload.sha256,
      })
      committing = true

      return keys
    })
    await discardFiles(app, replaced)
  } catch (error) {
    if (!committing) await discardFiles(app, [upload.key])
    throw error
  }

  app.events.publish(toMemberAudience(member.id), 'verification')
}

function assertAccepts(verification: Verification, kind: DocumentKind, today: Day): void {
  const { provider, status, level, codeOn } = verification
  if (provider !== 'desk') throw refusals.elsewhere()
  if (status !== 'waiting_for_member') throw refusals.submitted()
  if (!LEVEL_DOCUMENTS[level].includes(kind)) throw refusals.wrongDocument('kind')
  if (kind === 'photo_with_code' && (!codeOn || codeOn < addDays(today, -1)))
    throw refusals.codeEnded()
}

async function storeEncrypted(app: App, file: Uint8Array): Promise<StoredUpload> {
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

const insertDocument = (
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
