import { DAY_MS } from '#lib/dates.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { lockMember } from '#modules/identity/steps/lock-member.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { hasCredentials, openProvider } from '../adapters/open-provider.ts'
import { RETURN_REASONS, type Verification } from '../model.ts'
import { getVerification, listForgettable } from '../queries.ts'
import { markReturned } from '../steps/mark-returned.ts'
import type { VerificationTables } from '../tables.ts'

/**
 * Deletes at outside providers what they have of closed accounts, and of checks that were refused,
 * returned or never completed, when its retention ends, that of the country's rules too. Without
 * the credentials of a provider that was left, its checks wait. Throws where a provider can't be
 * reached, after all others.
 */
export async function deleteOldChecks(app: App): Promise<void> {
  const { identityDays } = await getSetting(app.db, app.config, 'retention')
  const now = app.clock.now()
  const before = new Date(now.getTime() - identityDays * DAY_MS)

  const failures: unknown[] = []
  for (const found of await listForgettable(app.db, before, now))
    if (hasCredentials(app, found.provider))
      await deleteCheck(app, found).catch((error: unknown) => failures.push(error))

  if (failures.length > 0) throw failures[0]
}

async function deleteCheck(
  app: App,
  { id, memberId, provider, level }: Verification,
): Promise<void> {
  await openProvider(app, provider).forget({ id, level })

  await runInTransaction(app.db, async (tx) => {
    const member = await lockMember(tx, memberId)
    const verification = await getVerification(tx, id, { lock: true })
    if (verification.status === 'waiting_for_member' && member.status !== 'closed') {
      const memberReason = RETURN_REASONS.abandoned
      await markReturned(tx, app, systemActor, { verification, memberReason, documents: [] })
    }

    const now = app.clock.now()
    const { numUpdatedRows: updated } = await tx
      .withTables<VerificationTables>()
      .updateTable('identity_verification')
      .set({ forgotten_at: now })
      .where('id', '=', id)
      .where('forgotten_at', 'is', null)
      .executeTakeFirst()
    if (updated > 0n)
      await record(tx, now, systemActor, 'identity.check-deleted', id, { memberId, provider })
  })
}
