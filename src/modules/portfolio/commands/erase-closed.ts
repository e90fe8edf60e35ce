import { eraseProofs } from '#modules/deposits/acts/erase-proofs.ts'
import { eraseMails } from '#modules/notifications/acts/erase-notices.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { PortfolioTables } from '../tables.ts'

const DAY_MS = 86_400_000

/**
 * Erases what the law had us keep of closed accounts and whose time is over: proofs of payment, and
 * mails.
 */
export async function eraseClosed(app: App): Promise<void> {
  const { proofDays, messageDays } = await getSetting(app.db, app.config, 'retention')
  for (const memberId of await closedBefore(app, 'proofs_erased_at', proofDays)) {
    const files = await inTransaction(app.db, async (tx) => {
      await note(tx, memberId, { proofs_erased_at: app.clock.now() })
      return await eraseProofs(tx, memberId)
    })
    for (const key of files) await app.files.remove(key)
  }

  for (const memberId of await closedBefore(app, 'messages_erased_at', messageDays))
    await inTransaction(app.db, async (tx) => {
      await note(tx, memberId, { messages_erased_at: app.clock.now() })
      await eraseMails(tx, memberId)
    })
}

type Erased = 'proofs_erased_at' | 'messages_erased_at'

async function closedBefore(app: App, what: Erased, days: number): Promise<string[]> {
  const rows = await app.db
    .withTables<PortfolioTables>()
    .selectFrom('account_closing')
    .select('member_id')
    .where(what, 'is', null)
    .where('closed_at', '<=', new Date(app.clock.now().getTime() - days * DAY_MS))
    .execute()

  return rows.map((row) => row.member_id)
}

const note = (tx: Tx, memberId: string, erased: Partial<Record<Erased, Date>>) =>
  tx
    .withTables<PortfolioTables>()
    .updateTable('account_closing')
    .set(erased)
    .where('member_id', '=', memberId)
    .execute()
