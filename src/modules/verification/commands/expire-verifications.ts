import { addDays } from '#lib/dates.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { LEVEL_NAMES, REMINDER_DAYS } from '../model.ts'
import { listExpiring } from '../queries.ts'
import type { VerificationTables } from '../tables.ts'

/**
 * Ends the verifications whose re-check date has come, and notifies members 30 days before it. Each
 * is a transaction of its own.
 */
export async function expireVerifications(app: App): Promise<void> {
  const today = app.clock.today()

  for (const { id, expiresOn } of await listExpiring(app.db, {
    today,
    remindBy: addDays(today, REMINDER_DAYS),
  }))
    await (expiresOn <= today ? expire(app, id) : sendReminder(app, id))
}

async function expire(app: App, id: string): Promise<void> {
  const memberId = await runInTransaction(app.db, async (tx) => {
    const row = await tx
      .withTables<VerificationTables>()
      .updateTable('identity_verification')
      .set({ status: 'expired', expired_at: app.clock.now() })
      .where('id', '=', id)
      .where('status', '=', 'passed')
      .returning(['member_id', 'level'])
      .executeTakeFirst()
    if (!row) return null

    const details = { memberId: row.member_id, level: row.level }
    await record(tx, app.clock.now(), systemActor, 'identity.expired', id, details)

    return row.member_id
  })

  if (memberId) app.events.publish(toMemberAudience(memberId), 'verification')
}

async function sendReminder(app: App, id: string): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    const row = await tx
      .withTables<VerificationTables>()
      .updateTable('identity_verification')
      .set({ expiry_notified_at: app.clock.now() })
      .where('id', '=', id)
      .where('status', '=', 'passed')
      .where('expiry_notified_at', 'is', null)
      .returning(['member_id', 'level', 'expires_on'])
      .executeTakeFirst()
    if (!row?.expires_on) return

    await notifyMember(tx, app, row.member_id, 'verification-expiring', {
      level: LEVEL_NAMES[row.level],
      expiresOn: row.expires_on,
    })
  })
}
