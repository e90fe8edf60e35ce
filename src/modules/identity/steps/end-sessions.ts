import type { Tx } from '#platform/db/db.ts'
import type { EndedBecause, IdentityTables } from '../tables.ts'

/** Ends every open session of a person except the given one, effective with the commit. */
export async function endSessions(
  tx: Tx,
  personId: string,
  because: EndedBecause,
  now: Date,
  exceptSessionId?: string,
): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('session')
    .set({ ended_at: now, ended_because: because })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('id', '!=', exceptSessionId ?? '')
    .execute()
}
