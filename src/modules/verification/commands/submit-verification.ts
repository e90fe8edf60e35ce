import { assertActive, type Member } from '#modules/identity/model.ts'
import { lockMember } from '#modules/identity/steps/lock-member.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { DOCUMENT_NAMES, listMissingDocuments, refusals, type Verification } from '../model.ts'
import { findIdentityDetails, getOwnVerification, listDocuments } from '../queries.ts'
import { markSubmitted } from '../steps/mark-submitted.ts'

/**
 * Submits a verification for review: details and documents don't change from now on. Throws
 * `already_submitted`, `other_provider`, `details_needed` and `documents_missing` (409),
 * `not_found` (404), and the errors of `assertActive`.
 */
export async function submitVerification(
  app: App,
  member: Member,
  verificationId: string,
): Promise<Verification> {
  const submitted = await runInTransaction(app.db, async (tx) => {
    const current = await lockMember(tx, member.id)
    assertActive(current)

    const verification = await getOwnVerification(tx, member.id, verificationId, { lock: true })
    if (verification.status !== 'waiting_for_member') throw refusals.submitted()
    if (verification.provider !== 'desk') throw refusals.elsewhere()

    const details = await findIdentityDetails(tx, member.id)
    if (!details) throw refusals.detailsNeeded()

    const documents = await listDocuments(tx, [verificationId])
    const missing = listMissingDocuments(verification.level, documents)
    if (missing.length > 0)
      throw refusals.documentsMissing(missing.map((kind) => DOCUMENT_NAMES[kind].toLowerCase()))

    return await markSubmitted(tx, app, member, {
      verification,
      member: current,
      details,
      documents,
    })
  })

  app.events.publish(toMemberAudience(member.id), 'verification')

  return submitted
}
