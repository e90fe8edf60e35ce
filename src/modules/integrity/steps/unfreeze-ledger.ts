import { sql } from 'kysely'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'

/**
 * Resumes posting by a proposal that another admin approved; the database checks that it names
 * this freeze. The accepted problems are still found and displayed, but no longer freeze the
 * ledger.
 */
export async function unfreezeLedger(
  app: App,
  tx: Tx,
  admin: Actor,
  { id, subjectId }: Proposal,
): Promise<void> {
  const now = app.clock.now()
  await sql`select ledger.unfreeze_ledger(${id}, ${now})`.execute(tx)
  await sql`select accept_exceptions(${id}, ${now})`.execute(tx)
  await record(tx, now, admin, 'ledger.unfrozen', subjectId, { approval: id })
}
