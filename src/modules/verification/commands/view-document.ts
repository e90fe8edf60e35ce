import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { listDocumentKeys } from '#platform/files/document-keys.ts'
import { DocumentUnreadable, decryptFile } from '#platform/files/encrypted-files.ts'
import { findStoredDocument, getVerification } from '../queries.ts'

/**
 * Returns a document for a reviewer, decrypted, and records the view first: without a record
 * nothing is shown. Those of a closed account are for roles that may export evidence. Throws
 * `not_found` (404), `document_unreadable` (409), `role_missing` (403).
 */
export async function viewDocument(app: App, admin: Staff, documentId: string): Promise<File> {
  assertPermitted(admin, 'identity.pass')

  const found = await findStoredDocument(app.db, documentId)
  if (!found) throw createNotFoundError('The document')

  const { memberId } = await getVerification(app.db, found.document.verificationId)
  if ((await getMember(app.db, memberId)).status === 'closed')
    assertPermitted(admin, 'evidence.export')

  const { document, fileKey, keyId, wrapped } = found
  const content = await app.files.read(fileKey)
  const plain = decryptOrRefuse(app, fileKey, { keyId, wrapped, content })

  const { verificationId, kind, side, mediaType } = document
  const details = { memberId, document: documentId, kind, side }
  await runInTransaction(app.db, (tx) =>
    record(tx, app.clock.now(), admin, 'identity.document-viewed', verificationId, details),
  )

  const extension = mediaType.replace(/^.*\//, '').replace('jpeg', 'jpg')
  const name = `${[kind, side, documentId].filter(Boolean).join('-')}.${extension}`

  return new File([Uint8Array.from(plain)], name, { type: mediaType })
}

function decryptOrRefuse(app: App, fileKey: string, stored: Parameters<typeof decryptFile>[2]) {
  try {
    return decryptFile(listDocumentKeys(app.config), fileKey, stored)
  } catch (error) {
    if (!(error instanceof DocumentUnreadable)) throw error

    app.log.error({ err: error, file: fileKey }, 'a document can’t be decrypted')
    throw new DomainError(
      'document_unreadable',
      409,
      'This document can’t be decrypted: its bytes were changed or its key is missing. Ask the ' +
        'member to send it again.',
    )
  }
}
