import { toUtcDay } from '#lib/dates.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import type { Admin } from '#modules/identity/model.ts'
import { toRecipient } from '#modules/identity/model.ts'
import { getAdmin, listStaffAtWork } from '#modules/identity/queries.ts'
import { getAccountCurrency } from '#modules/ledger/model.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type Break, listBreaks } from '../queries.ts'
import type { TreasuryTables } from '../tables.ts'

/**
 * Mails the owner of each overdue break once a day, or every admin with the owner role while no
 * admin has taken it. Safe to repeat.
 */
export async function remindOverdueBreaks(app: App): Promise<void> {
  const overdue = await listBreaks(app.db, { open: true, dueBy: app.clock.now() })
  for (const one of overdue) {
    const { id, account, dueAt, ownerId } = one
    if (await runInTransaction(app.db, (tx) => sendDailyReminder(tx, app, one)))
      app.log.warn(
        { break: id, account, dueAt, ownerId },
        'a difference between custody and outside is overdue',
      )
  }
}

/** Queues the mails and marks the break in one transaction, so that it is mailed once a day. */
async function sendDailyReminder(tx: Tx, app: App, overdue: Break): Promise<boolean> {
  const today = toUtcDay(app.clock.now())
  const marked = await tx
    .withTables<TreasuryTables>()
    .updateTable('reconciliation_break')
    .set({ reminded_on: today })
    .where('id', '=', overdue.id)
    .where('resolved_at', 'is', null)
    .where((row) => row.or([row('reminded_on', 'is', null), row('reminded_on', '<', today)]))
    .returning('owner_id')
    .executeTakeFirst()
  if (!marked) return false

  for (const admin of await listBreakRecipients(tx, marked.owner_id))
    await notify(tx, app, toRecipient(admin), 'break-overdue', toReminderData(overdue))

  return true
}

async function listBreakRecipients(tx: Tx, ownerId: string | null): Promise<Admin[]> {
  if (ownerId) return [await getAdmin(tx, ownerId)]
  return (await listStaffAtWork(tx)).filter((admin) =>
    getPermittedRoles('installation.manage').includes(admin.role),
  )
}

const toReminderData = ({ id, account, latest, openedAt, ownerId }: Break) => ({
  breakId: id,
  account,
  currency: getAccountCurrency(account),
  taken: ownerId !== null,
  units: latest.units,
  bookUnits: latest.bookUnits,
  difference: latest.difference,
  openedAt,
  asOf: latest.asOf,
})
