import { systemActor } from '#modules/audit/model.ts'
import { assertActive, type Member } from '#modules/identity/model.ts'
import { lockMember } from '#modules/identity/steps/lock-member.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { openIdentityProvider, openProvider } from '../adapters/open-provider.ts'
import {
  type DeclaredDetails,
  getLevelNumber,
  getLowerLevel,
  getRetryDay,
  isOpen,
  LEVEL_NAMES,
  type Level,
  refusals,
  type Verification,
} from '../model.ts'
import { findIdentityDetails, findVerificationLevel, listVerifications } from '../queries.ts'
import { markReturned } from '../steps/mark-returned.ts'
import {
  findEndReason,
  renewCode,
  startVerification,
  type VerificationStart,
} from '../steps/start-verification.ts'
import type { VerificationTables } from '../tables.ts'

export type BegunVerification = { verification: Verification; link: string | null }

/**
 * Starts the verification of a level, or continues with the open one: with the code of today while
 * no photo is uploaded. After 'try again' the documents that were not rejected are taken over.
 * Throws `not_offered`, `details_needed`, `lower_level` and `verification_refused` (409), and the
 * errors of `assertActive` and of the provider.
 */
export async function beginVerification(
  app: App,
  member: Member,
  level: Level,
): Promise<BegunVerification> {
  const provider = openIdentityProvider(app)
  if (!provider) throw refusals.off()

  const begun = await runInTransaction(app.db, async (tx) => {
    const current = await lockMember(tx, member.id)
    assertActive(current)

    const details = await findIdentityDetails(tx, member.id)
    if (!details) throw refusals.detailsNeeded()

    const start = { member: current, details, level, provider }
    const verification = await findOrStart(tx, app, start)
    return { verification, person: { ...current, details } }
  })

  const link = await beginAtProvider(app, begun)
  app.events.publish(toMemberAudience(member.id), 'verification')

  return { verification: begun.verification, link }
}

async function findOrStart(tx: Tx, app: App, start: VerificationStart): Promise<Verification> {
  const { member, level } = start
  const all = await listVerifications(tx, member.id)
  const [last] = all.filter((one) => one.level === level)
  const retryOn = last && getRetryDay(last)
  if (retryOn && retryOn > app.clock.today()) throw refusals.refusedBefore(retryOn)
  if (last && isOpen(last)) {
    const memberReason = findEndReason(app, start, last)
    if (!memberReason) return await renewCode(tx, app, last)

    await markReturned(tx, app, systemActor, { verification: last, memberReason, documents: [] })
  }

  const lower = getLowerLevel(level)
  const isLowerInReview = all.some((one) => one.level === lower && one.status === 'in_review')
  if (lower && !isLowerInReview) {
    const reached = await findVerificationLevel(tx, member.id, app.clock.today())
    if (reached < getLevelNumber(lower)) throw refusals.lowerLevel(LEVEL_NAMES[lower])
  }

  return await startVerification(tx, app, start, last)
}

type Begun = {
  verification: Verification
  person: { firstName: string; lastName: string; details: DeclaredDetails }
}

/** Starts the check at an outside provider, after the commit, and stores its reference. */
async function beginAtProvider(app: App, { verification, person }: Begun) {
  if (verification.status !== 'waiting_for_member') return null

  const started = await openProvider(app, verification.provider).beginCheck(verification, person)
  if (started.kind === 'upload') return null

  if (verification.providerReference === null)
    await app.db
      .withTables<VerificationTables>()
      .updateTable('identity_verification')
      .set({ provider_reference: started.reference })
      .where('id', '=', verification.id)
      .where('status', '=', 'waiting_for_member')
      .execute()

  return started.url
}
