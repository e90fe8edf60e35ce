import { sql } from 'kysely'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'

/**
 * Lets money move again, by a proposal that another admin approved; the ledger checks that it is of
 * this very freeze. The problems that the proposal names go on being found and shown, and freeze
 * the books no more.
 */
export async function unfreezeLedger(
  app: App,
  tx: Tx,
  admin: Actor,
  { id, subjectId }: Proposal,
): Promise<void> {
  const now = app.clock.now()
  await sql`select ledger.thaw_books(${id}, ${now})`.execute(tx)
  await sql`select note_known(${id}, ${now})`.execute(tx)
  await record(tx, now, admin, 'books.unfrozen', subjectId, { approval: id })
}
