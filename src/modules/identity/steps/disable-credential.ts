import type { Tx } from '#platform/db/db.ts'
import { COMPROMISE_WINDOW_MS } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import type { IdentityTables } from '../tables.ts'
import { deleteOrphanedCodes } from './make-recovery-codes.ts'

/**
 * Disables the password and the passkeys of a person until a new password is set. Comes first: it
 * waits for a sign-in under way, whose session can then be ended.
 */
export const disableCredential = (tx: Tx, personId: string, now: Date) =>
  tx
    .withTables<IdentityTables>()
    .updateTable('credential')
    .set({ reported_at: now })
    .where('person_id', '=', personId)
    .execute()

/**
 * Removes the factors that were added since the mail or in the minute before it, which the mail may
 * be about.
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
