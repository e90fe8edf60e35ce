import type { App } from '#platform/app.ts'
import { computeKeyedDigest, computeKeyedDigests } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import { normalizeRecoveryCode } from '../model/recovery-codes.ts'
import type { IdentityTables } from '../tables.ts'

const PURPOSE = 'recovery-code'
const formatDigestInput = (personId: string, code: string) =>
  `${personId}:${normalizeRecoveryCode(code)}`

/**
 * Returns the stored digest of a recovery code: keyed, so that it cannot be brute-forced without
 * SECRET.
 */
export const computeRecoveryDigest = (app: Pick<App, 'config'>, personId: string, code: string) =>
  computeKeyedDigest(app.config, PURPOSE, formatDigestInput(personId, code))

/** Uses up a recovery code, also one that was stored under a previous SECRET. */
export async function takeRecoveryCode(
  tx: Tx,
  app: App,
  personId: string,
  code: string,
): Promise<boolean> {
  const used = await tx
    .withTables<IdentityTables>()
    .updateTable('recovery_code')
    .set({ used_at: app.clock.now() })
    .where('person_id', '=', personId)
    .where(
      'code_digest',
      'in',
      computeKeyedDigests(app.config, PURPOSE, formatDigestInput(personId, code)),
    )
    .where('used_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()

  return used !== undefined
}
