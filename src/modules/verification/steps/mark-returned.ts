import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { DOCUMENT_NAMES, type DocumentKind, LEVEL_NAMES, type Verification } from '../model.ts'
import { getVerification } from '../queries.ts'
import type { VerificationTables } from '../tables.ts'

export type ReturnedVerification = {
  verification: Verification
  memberReason: string
  documents: readonly DocumentKind[]
}

/** Asks the member of a verification in review to try again, with what to do. */
export async function markReturned(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  actor: Actor,
  { verification: { id, memberId, level }, memberReason, documents }: ReturnedVerification,
): Promise<Verification> {
  const now = app.clock.now()
  await tx
    .withTables<VerificationTables>()
    .updateTable('identity_verification')
    .set({
      status: 'try_again',
      decided_at: now,
      decided_by: actor.id,
      member_reason: memberReason,
      rejected_documents: [...documents],
    })
    .where('id', '=', id)
    .execute()

  await notifyMember(tx, app, memberId, 'verification-try-again', {
    level: LEVEL_NAMES[level],
    reason: memberReason,
    documents: documents.map((kind) => DOCUMENT_NAMES[kind]),
  })
  await record(tx, now, actor, 'identity.returned', id, {
    memberId,
    level,
    documents,
    reason: memberReason,
  })

  return await getVerification(tx, id)
}
