import { nearAddress } from '#lib/device-words.ts'
import { newId } from '#lib/ids.ts'
import type { Tx } from '#platform/db.ts'
import { tokenDigest } from '#platform/secrets.ts'
import type { Proof, SignInOutcome } from '../model/factors.ts'
import type { Visitor } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Writes down a try to get in; of an address that nobody has as well, so that the work tells
 * nothing.
 */
export async function noteSignIn(
  tx: Tx,
  from: Visitor,
  tried: { personId: string | null; outcome: SignInOutcome; by: Proof; at: Date },
): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .insertInto('sign_in')
    .values({
      id: newId('sgn'),
      person_id: tried.personId,
      at: tried.at,
      outcome: tried.outcome,
      by: tried.by,
      near: nearAddress(from.address),
      user_agent: from.userAgent,
      device: from.device ? tokenDigest(from.device) : null,
    })
    .execute()
}
