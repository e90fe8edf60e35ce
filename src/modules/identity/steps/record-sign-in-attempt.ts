import { truncateIpAddress } from '#lib/describe-device.ts'
import { createId } from '#lib/ids.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Proof, SignInOutcome } from '../model/factors.ts'
import type { Visitor } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/** Records a sign-in attempt, also at an unknown address, so that the timing reveals nothing. */
export async function recordSignInAttempt(
  tx: Tx,
  from: Visitor,
  tried: { personId: string | null; outcome: SignInOutcome; by: Proof; at: Date },
): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .insertInto('sign_in')
    .values({
      id: createId('sgn'),
      person_id: tried.personId,
      at: tried.at,
      outcome: tried.outcome,
      by: tried.by,
      near: truncateIpAddress(from.address),
      user_agent: from.userAgent,
      device: from.device ? hashToken(from.device) : null,
    })
    .execute()
}
