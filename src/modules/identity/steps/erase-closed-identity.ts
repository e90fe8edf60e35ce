import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

/** Erases the name and contact details of a closed account; does nothing if they are gone. */
export async function eraseClosedIdentity(tx: Tx, memberId: string, now: Date): Promise<void> {
  const erased = await tx
    .withTables<IdentityTables>()
    .deleteFrom('closed_identity')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst()

  if (erased) await record(tx, now, systemActor, 'member.details-erased', memberId)
}
