import type { Tx } from '#platform/db/db.ts'
import type { Proof } from '../model/factors.ts'
import type { IdentityTables } from '../tables.ts'

/** Records the time and the method of an authentication in an open session. */
export async function markProved(tx: Tx, sessionId: string, by: Proof, now: Date): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('session')
    .set({ proved_at: now, proved_by: by })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}
