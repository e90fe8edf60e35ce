import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { parseReview, type ReviewInput, refusals, type Verification } from '../model.ts'
import { getVerification } from '../queries.ts'
import { markPassed } from '../steps/mark-passed.ts'

export type PassVerification = ReviewInput & { verificationId: string }

/**
 * Passes a verification that the desk reviews, or one that its provider passed although the
 * documents differ, with what the reviewer confirmed, up to a re-check date. Throws
 * `checks_missing` and `invalid_date` (422), `not_in_review` and `provider_decides` (409),
 * `not_found` (404), `role_missing` (403).
 */
export async function passVerification(
  app: App,
  admin: Staff,
  { verificationId, ...input }: PassVerification,
): Promise<Verification> {
  assertPermitted(admin, 'identity.pass')

  const passed = await runInTransaction(app.db, async (tx) => {
    const verification = await getVerification(tx, verificationId, { lock: true })
    if (verification.status !== 'in_review') throw refusals.notInReview()
    const isCompared = verification.provider === 'desk' || verification.providerFound !== null
    if (!isCompared) throw refusals.providerDecides()

    const checklist = parseReview(verification, input, app.clock.today())

    return await markPassed(tx, app, admin, {
      verification,
      checklist,
      expiresOn: input.recheckOn,
    })
  })

  app.events.publish(toMemberAudience(passed.memberId), 'verification')

  return passed
}
