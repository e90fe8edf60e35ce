import { addDays, type Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive, type Member } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import {
  type DocumentKind,
  type DocumentSide,
  LEVEL_DOCUMENTS,
  refusals,
  type Verification,
} from '../model.ts'
import { getOwnVerification } from '../queries.ts'
import { deleteDocuments } from '../steps/delete-documents.ts'
import { insertDocument, storeEncrypted } from '../steps/store-document.ts'

export type UploadDocument = {
  verificationId: string
  kind: DocumentKind
  side?: DocumentSide | undefined
  file?: Uint8Array | undefined
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
