import { DAY_MS } from '#lib/dates.ts'
import { eraseScreeningCases } from '#modules/compliance/steps/erase-cases.ts'
import { eraseProofs } from '#modules/deposits/steps/erase-proofs.ts'
import { listErasableEvidence } from '#modules/eligibility/queries.ts'
import { eraseEvidence } from '#modules/eligibility/steps/erase-evidence.ts'
import { listErasableIdentities } from '#modules/identity/queries.ts'
import { eraseClosedIdentity } from '#modules/identity/steps/erase-closed-identity.ts'
import { eraseMails } from '#modules/notifications/steps/erase-notifications.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { eraseMonitoringCases } from '#modules/transaction-monitoring/steps/erase-cases.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import type { PortfolioTables } from '../tables.ts'

/**
 * Erases the proofs, evidence of eligibility, cases, mails, names and contact details of closed
 * accounts when their statutory retention ends; evidence and details also wait for that of the
 * rules of their country.
 */
export async function eraseClosed(app: App): Promise<void> {
  const { proofDays, messageDays } = await getSetting(app.db, app.config, 'retention')
  for (const memberId of await listClosedMembers(app, 'proofs_erased_at', proofDays)) {
    const files = await runInTransaction(app.db, async (tx) => {
      await markErased(tx, memberId, { proofs_erased_at: app.clock.now() })
      await eraseScreeningCases(tx, memberId, app.clock.now())
      await eraseMonitoringCases(tx, memberId, app.clock.now())
      return await eraseProofs(tx, memberId)
    })
    await discardFiles(app, files)
  }

  const now = app.clock.now()
  const closedBefore = new Date(now.getTime() - proofDays * DAY_MS)
  for (const memberId of await listErasableEvidence(app.db, { closedBefore, now }))
    await runInTransaction(app.db, (tx) => eraseEvidence(tx, memberId))

  for (const memberId of await listErasableIdentities(app.db, app, now))
    await runInTransaction(app.db, (tx) => eraseClosedIdentity(tx, memberId, now))

  for (const memberId of await listClosedMembers(app, 'messages_erased_at', messageDays))
    await runInTransaction(app.db, async (tx) => {
      await markErased(tx, memberId, { messages_erased_at: app.clock.now() })
      await eraseMails(tx, memberId)
    })
}

type ErasureColumn = 'proofs_erased_at' | 'messages_erased_at'

async function listClosedMembers(app: App, what: ErasureColumn, days: number): Promise<string[]> {
  const rows = await app.db
    .withTables<PortfolioTables>()
    .selectFrom('account_closing')
    .select('member_id')
    .where(what, 'is', null)
    .where('closed_at', '<=', new Date(app.clock.now().getTime() - days * DAY_MS))
    .execute()

  return rows.map((row) => row.member_id)
}

const markErased = (tx: Tx, memberId: string, erased: Partial<Record<ErasureColumn, Date>>) =>
  tx
    .withTables<PortfolioTables>()
    .updateTable('account_closing')
    .set(erased)
    .where('member_id', '=', memberId)
    .execute()
