import { systemActor } from '#modules/audit/model.ts'
import { lockMember } from '#modules/identity/steps/lock-member.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import type { CheckState } from '../adapters/identity-provider.ts'
import { hasCredentials, openProvider } from '../adapters/open-provider.ts'
import { isOpen, type Level, RETURN_REASONS, type Verification } from '../model.ts'
import { getVerification, listOpenChecks, listVerifications } from '../queries.ts'
import { applyCheckState } from '../steps/apply-check.ts'
import { markReturned } from '../steps/mark-returned.ts'
import type { VerificationTables } from '../tables.ts'

/**
 * Reads the state of a check from its outside provider and applies it. A final refusal of the
 * provider, and a pass of documents that differ, stay in review for staff. A check that isn't
 * decided ends when its provider was left. Nothing changes for a verification that isn't open any
 * more. Throws where the provider can't be read.
 */
export async function readCheck(app: App, verificationId: string): Promise<void> {
  const before = await getVerification(app.db, verificationId)
  if (before.provider === 'desk' || !isOpen(before)) return

  const check = await readState(app, before)
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

    if (check && check.state !== 'waiting')
      await applyCheckState(tx, app, { verification, member, check })
    else if (isLeft(app, verification)) await endLeftCheck(tx, app, verification, check)
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

/** Reads a member's check at a provider that was left: it may be decided meanwhile, or it ends. */
export async function readLeftCheck(app: App, memberId: string, level: Level): Promise<void> {
  const all = await listVerifications(app.db, memberId)
  const open = all.find((one) => one.level === level && one.status === 'waiting_for_member')
  if (open && isLeft(app, open)) await readCheck(app, open.id)
}

const isLeft = ({ config }: App, { provider }: Verification) =>
  provider !== config.IDENTITY_PROVIDER

/** Returns the state of a check; null where its provider was left and can't be read any more. */
async function readState(app: App, verification: Verification): Promise<CheckState | null> {
  const { provider, status } = verification
  if (isLeft(app, verification) && !hasCredentials(app, provider)) return null

  try {
    return await openProvider(app, provider).readCheck(verification)
  } catch (error) {
    if (isLeft(app, verification) && status === 'waiting_for_member') return null
    throw error
  }
}

/** Ends a check of a provider that was left, unless its result can come or waits for staff. */
async function endLeftCheck(
  tx: Tx,
  app: App,
  verification: Verification,
  check: CheckState | null,
): Promise<void> {
  const { status, providerNote } = verification
  if (status === 'in_review' && (check !== null || providerNote !== null)) return

  const memberReason = RETURN_REASONS.providerLeft
  await markReturned(tx, app, systemActor, { verification, memberReason, documents: [] })
}
