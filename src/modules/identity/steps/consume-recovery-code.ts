import type { App } from '#platform/app.ts'
import { computeKeyedDigest, computeKeyedDigests } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import { normalizeRecoveryCode } from '../model/factors.ts'
import type { IdentityTables } from '../tables.ts'

const PURPOSE = 'recovery-code'
const formatDigestInput = (personId: string, code: string) =>
  `${personId}:${normalizeRecoveryCode(code)}`

/** What is kept of a recovery code: without the installation's secret it can't be tried out. */
export const computeRecoveryDigest = (app: Pick<App, 'config'>, personId: string, code: string) =>
  computeKeyedDigest(app.config, PURPOSE, formatDigestInput(personId, code))

/** Takes a recovery code, once, also one that was kept under a secret of before. */
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
