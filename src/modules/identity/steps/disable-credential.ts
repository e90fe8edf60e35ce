import type { Tx } from '#platform/db/db.ts'
import { COMPROMISE_WINDOW_MS } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import type { IdentityTables } from '../tables.ts'
import { deleteOrphanedCodes } from './make-recovery-codes.ts'

/**
 * Neither password nor passkey opens anything from now on; a new password lifts it. Comes before
 * all else: a log-in under way holds the credential, so this waits until its session is there to be
 * ended.
 */
export const disableCredential = (tx: Tx, personId: string, now: Date) =>
  tx
    .withTables<IdentityTables>()
    .updateTable('credential')
    .set({ reported_at: now })
    .where('person_id', '=', personId)
    .execute()

/**
 * Takes out what was added since the mail, or in the minute before it, which may be what the mail
 * tells about.
 */
export async function removeRecentFactors(tx: Tx, personId: string, madeAt: Date): Promise<void> {
  const own = tx.withTables<IdentityTables>()
  const since = new Date(madeAt.getTime() - COMPROMISE_WINDOW_MS)
  await own
    .deleteFrom('authenticator')
    .where('person_id', '=', personId)
    .where((is) => is.or([is('confirmed_at', '>=', since), is('confirmed_at', 'is', null)]))
    .execute()

  await own
    .deleteFrom('passkey')
    .where('person_id', '=', personId)
    .where('added_at', '>=', since)
    .execute()

  await own
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('made_at', '>=', since)
    .execute()

  await deleteOrphanedCodes(tx, personId, await getFactors(tx, personId))
}
