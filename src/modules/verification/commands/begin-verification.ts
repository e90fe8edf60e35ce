import { randomInt } from 'node:crypto'
import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive, type Member } from '#modules/identity/model.ts'
import { lockMember } from '#modules/identity/steps/lock-member.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import type { IdentityProvider } from '../adapters/identity-provider.ts'
import { openIdentityProvider, openProvider } from '../adapters/open-provider.ts'
import {
  type DeclaredDetails,
  getLevelNumber,
  getLowerLevel,
  getRetryDay,
  isOfAnotherVersion,
  isOpen,
  LEVEL_NAMES,
  type Level,
  RETURN_REASONS,
  refusals,
  type Verification,
} from '../model.ts'
import {
  findIdentityDetails,
  findVerificationLevel,
  getVerification,
  listDocuments,
  listVerifications,
} from '../queries.ts'
import { copyDocuments } from '../steps/copy-documents.ts'
import { markReturned } from '../steps/mark-returned.ts'
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

type Start = {
  member: Member
  details: DeclaredDetails
  level: Level
  provider: IdentityProvider
}

async function findOrStart(tx: Tx, app: App, start: Start): Promise<Verification> {
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

/** Returns why an open check at an outside provider counts no more; null while it counts. */
function findEndReason(
  { config }: App,
  { member, details }: Start,
  open: Verification,
): string | null {
  if (open.status !== 'waiting_for_member' || open.provider === 'desk') return null
  if (open.provider !== config.IDENTITY_PROVIDER) return RETURN_REASONS.providerLeft

  const stated = { name: member.label, version: details.version }
  return isOfAnotherVersion(open, stated) ? RETURN_REASONS.detailsChanged : null
}

const createCode = (today: Day) => ({
  code: String(randomInt(0, 1_000_000)).padStart(6, '0'),
  code_on: today,
})

/** Gives the code of today, unless a photo was uploaded with the one before. */
async function renewCode(tx: Tx, app: App, open: Verification): Promise<Verification> {
  const today = app.clock.today()
  if (open.status !== 'waiting_for_member' || open.code === null || open.codeOn === today)
    return open

  const documents = await listDocuments(tx, [open.id])
  if (documents.some(({ kind }) => kind === 'photo_with_code')) return open

  await tx
    .withTables<VerificationTables>()
    .updateTable('identity_verification')
    .set(createCode(today))
    .where('id', '=', open.id)
    .execute()

  return await getVerification(tx, open.id)
}

async function startVerification(
  tx: Tx,
  app: App,
  { member, details, level, provider }: Start,
  last: Verification | undefined,
): Promise<Verification> {
  const id = createId('ver')
  const isDesk = provider.name === 'desk'
  const again = isDesk && last?.provider === 'desk' && last.status === 'try_again' ? last : null
  const photoStays = again?.code && !again.rejectedDocuments.includes('photo_with_code')
  const code = photoStays
    ? { code: again.code, code_on: again.codeOn }
    : createCode(app.clock.today())

  await tx
    .withTables<VerificationTables>()
    .insertInto('identity_verification')
    .values({
      ...EMPTY,
      ...(isDesk && level === 'basic' && code),
      ...(!isDesk && { sent_name: member.label, sent_version: details.version }),
      id,
      member_id: member.id,
      level,
      provider: provider.name,
      status: 'waiting_for_member',
      begun_at: app.clock.now(),
    })
    .execute()

  if (again) await copyDocuments(tx, { from: again, to: id })
  await record(tx, app.clock.now(), member, 'identity.begun', id, { memberId: member.id, level })

  return await getVerification(tx, id)
}

/** The columns that a later step fills. */
const EMPTY = {
  code: null,
  code_on: null,
  submitted_at: null,
  due_at: null,
  name: null,
  details: null,
  identity_version: null,
  content_hash: null,
  decided_at: null,
  decided_by: null,
  approval_id: null,
  member_reason: null,
  staff_reason: null,
  checklist: null,
  expires_on: null,
  expiry_notified_at: null,
  expired_at: null,
  provider_reference: null,
  provider_note: null,
  provider_read_at: null,
  sent_name: null,
  sent_version: null,
  provider_found: null,
  erased_at: null,
} as const

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
