import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import {
  type DocumentKind,
  LEVEL_DOCUMENTS,
  parseMemberReason,
  refusals,
  type Verification,
} from '../model.ts'
import { getVerification } from '../queries.ts'
import { markReturned } from '../steps/mark-returned.ts'

export type ReturnVerification = {
  verificationId: string
  /** The instruction to the member, as they read it. */
  memberReason: string
  /** The documents to send again; the others are taken over. */
  documents: readonly DocumentKind[]
}

/**
 * Asks the member to try again. Throws `reason_needed` (400), `wrong_document` (422),
 * `not_in_review` (409), `not_found` (404), `role_missing` (403).
 */
export async function returnVerification(
  app: App,
  admin: Staff,
  { verificationId, memberReason: text, documents }: ReturnVerification,
): Promise<Verification> {
  assertPermitted(admin, 'identity.pass')

  const memberReason = parseMemberReason(text)
  const returned = await runInTransaction(app.db, async (tx) => {
    const verification = await getVerification(tx, verificationId, { lock: true })
    if (verification.status !== 'in_review') throw refusals.notInReview()
    if (documents.some((kind) => !LEVEL_DOCUMENTS[verification.level].includes(kind)))
      throw refusals.wrongDocument('documents')

    return await markReturned(tx, app, admin, {
      verification,
      memberReason,
      documents: [...new Set(documents)],
    })
  })

  app.events.publish(toMemberAudience(returned.memberId), 'verification')

  return returned
}
