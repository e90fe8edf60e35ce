import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Member } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import { refusals } from '../model.ts'
import { getOwnDocument, getOwnVerification } from '../queries.ts'
import { deleteDocuments } from '../steps/delete-documents.ts'

/**
 * Removes a document that the member has not submitted yet. Throws `not_found` (404) and
 * `already_submitted` (409).
 */
export async function removeDocument(app: App, member: Member, documentId: string): Promise<void> {
  const removed = await runInTransaction(app.db, async (tx) => {
    const document = await getOwnDocument(tx, member.id, documentId)
    const { verificationId, kind } = document
    const { status } = await getOwnVerification(tx, member.id, verificationId, { lock: true })
    if (status !== 'waiting_for_member') throw refusals.submitted()

    const keys = await deleteDocuments(tx, document)
    await record(tx, app.clock.now(), member, 'identity.document-removed', verificationId, {
      memberId: member.id,
      kind,
    })

    return keys
  })

  await discardFiles(app, removed)
  app.events.publish(toMemberAudience(member.id), 'verification')
}
