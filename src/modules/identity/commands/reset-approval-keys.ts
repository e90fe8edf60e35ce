import { DomainError } from '#lib/errors.ts'
import { isReason } from '#lib/reasons.ts'
import { startKeyGeneration } from '#modules/approvals/steps/start-key-generation.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toRecipient } from '../model.ts'
import { listStaffAtWork } from '../queries.ts'

const REASON_MAX = 500

export type KeysReset = { generation: number; notifiedCount: number }

/**
 * Ends all approval keys and lets the first two admins add first keys again, after a longer wait:
 * from the command line, with the login that owns the database. Notifies all staff and the
 * addresses of ALERT_MAIL. Throws `reason_needed` (400) and `database_owner_needed` (409).
 */
export async function resetApprovalKeys(
  app: App,
  { reason: entered }: { reason: string },
): Promise<KeysReset> {
  const reason = entered.trim()
  if (!isReason(reason, REASON_MAX))
    throw new DomainError(
      'reason_needed',
      400,
      'Give a reason in a few words, without names: it is published.',
      'reason',
    )

  return await runInTransaction(app.db, async (tx) => {
    const generation = await startKeyGeneration(tx, app, reason)
    const now = app.clock.now()
    const recipients = await listRecipients(tx, app)
    for (const recipient of recipients)
      await notify(tx, app, recipient, 'approval-keys-reset', { generation, reason, at: now })
    await record(tx, now, systemActor, 'approval-key.all-ended', String(generation), {
      reason,
      notifiedCount: recipients.length,
    })

    return { generation, notifiedCount: recipients.length }
  })
}

/** Lists all staff at work and, once each, the addresses that alerts are mailed to. */
async function listRecipients(
  tx: Tx,
  { config }: Pick<App, 'config'>,
): Promise<{ to: string; name?: string }[]> {
  const staff = (await listStaffAtWork(tx)).map(toRecipient)
  const known = new Set(staff.map(({ to }) => to))

  return [...staff, ...config.ALERT_MAIL.filter((to) => !known.has(to)).map((to) => ({ to }))]
}
