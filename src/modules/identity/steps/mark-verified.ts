import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { getMember } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

/** Activates an unverified member and uses up the code and the link. */
export async function markVerified(tx: Tx, app: App, memberId: string): Promise<void> {
  const now = app.clock.now()
  const tables = tx.withTables<IdentityTables>()
  await tables.deleteFrom('email_code').where('member_id', '=', memberId).execute()
  await tables
    .updateTable('member')
    .set({ status: 'active', verified_at: now })
    .where('id', '=', memberId)
    .where('status', '=', 'unverified')
    .execute()

  await record(tx, now, await getMember(tx, memberId), 'member.verified', memberId)
}
