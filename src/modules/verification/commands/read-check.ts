import { addDays } from '#lib/dates.ts'
import { foldLookalikes } from '#lib/fold-letters.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Member } from '#modules/identity/model.ts'
import { lockMember } from '#modules/identity/steps/lock-member.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import type { CheckState } from '../adapters/identity-provider.ts'
import { openProvider } from '../adapters/open-provider.ts'
import { isOpen, type Verification } from '../model.ts'
import { findIdentityDetails, getVerification, listOpenChecks } from '../queries.ts'
import { markPassed } from '../steps/mark-passed.ts'
import { markReturned } from '../steps/mark-returned.ts'
import { markSubmitted } from '../steps/mark-submitted.ts'
import type { VerificationTables } from '../tables.ts'

const NO_REASON = 'We couldn’t verify your documents. Please start again and send new ones.'

/**
 * Reads the state of a check from its outside provider and applies it. A final refusal of the
 * provider stays in review: only two admins refuse. Nothing changes for a verification that isn't
 * open any more. Throws where the provider can't be read.
 */
export async function readCheck(app: App, verificationId: string): Promise<void> {
  const before = await getVerification(app.db, verificationId)
  if (before.provider === 'desk' || !isOpen(before)) return

  const check = await openProvider(app, before.provider).readCheck(before)
  await runInTransaction(app.db, async (tx) => {
    const member = await lockMember(tx, before.memberId)
    const verification = await getVerification(tx, verificationId, { lock: true })
    if (!isOpen(verification) || member.status === 'closed') return

    await tx
      .withTables<VerificationTables>()
      .updateTable('identity_verification')
      .set({ provider_read_at: app.clock.now() })
      .where('id', '=', verificationId)
      .execute()
    await applyState(tx, app, { verification, member, check })
  })

  app.events.publish(toMemberAudience(before.memberId), 'verification')
}

/** Reads every open check again: a webhook may be lost, or come hours late. */
export async function readChecks(app: App): Promise<void> {
  const failures: unknown[] = []
  for (const { id } of await listOpenChecks(app.db))
    await readCheck(app, id).catch((error: unknown) => failures.push(error))

  if (failures.length > 0) throw failures[0]
}

type Reading = { verification: Verification; member: Member; check: CheckState }

async function applyState(tx: Tx, app: App, { verification, member, check }: Reading) {
  if (check.state === 'waiting') return

  const details = await findIdentityDetails(tx, member.id)
  if (!details) return

  const inReview =
    verification.status === 'in_review'
      ? verification
      : await markSubmitted(tx, app, systemActor, { verification, member, details, documents: [] })
  const mismatch = findMismatch(inReview, check)

  if (check.state === 'try_again')
    await markReturned(tx, app, systemActor, {
      verification: inReview,
      memberReason: check.memberReason ?? NO_REASON,
      documents: [],
    })
  else if (check.state === 'passed' && !mismatch) await pass(tx, app, inReview)
  else await storeNote(tx, app, inReview, mismatch ?? check.staffNote)
}

async function pass(tx: Tx, app: App, verification: Verification): Promise<void> {
  const { recheckDays } = await getSetting(tx, app.config, 'verification')
  const expiresOn = addDays(app.clock.today(), recheckDays)
  await markPassed(tx, app, systemActor, { verification, checklist: null, expiresOn })
}

/** Stores what the provider says to staff, once. */
async function storeNote(
  tx: Tx,
  app: App,
  { id, memberId, providerNote }: Verification,
  note: string | null,
): Promise<void> {
  if (note === null || note === providerNote) return

  await tx
    .withTables<VerificationTables>()
    .updateTable('identity_verification')
    .set({ provider_note: note })
    .where('id', '=', id)
    .execute()
  await record(tx, app.clock.now(), systemActor, 'identity.provider-noted', id, { memberId, note })
}

const normalise = (text: string) =>
  foldLookalikes(text.normalize('NFKD')).replace(/\P{L}/gu, '').toLowerCase()

/** Returns why the document is not about the person who was submitted; null if it is. */
function findMismatch(
  { name, details }: Pick<Verification, 'name'> & { details: Verification['details'] },
  { found }: CheckState,
): string | null {
  if (found.birthDate && details && found.birthDate !== details.birthDate)
    return 'The date of birth on the document differs from the declared one.'
  if (found.lastName && name && !normalise(name).includes(normalise(found.lastName)))
    return 'The last name on the document differs from the profile.'

  return null
}
