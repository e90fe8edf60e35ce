import type { App } from '#platform/app.ts'
import { findMatchingStep } from '#platform/auth/one-time-code.ts'
import { decryptSecret } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

/** The purpose of the encryption of an authenticator's secret. */
export const AUTHENTICATOR = 'authenticator'

/**
 * Uses up a code of an authenticator app and returns whether it was right; of concurrent uses of
 * one code, one succeeds. With `confirming` it is the code that confirms the setup.
 */
export async function takeCode(
  tx: Tx,
  app: App,
  personId: string,
  code: string,
  { confirming = false }: { confirming?: boolean } = {},
): Promise<boolean> {
  const own = tx.withTables<IdentityTables>()
  const row = await own
    .selectFrom('authenticator')
    .selectAll()
    .where('person_id', '=', personId)
    .where('confirmed_at', confirming ? 'is' : 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false

  const { plain } = decryptSecret(app.config, AUTHENTICATOR, personId, row.encrypted_secret)
  const step = findMatchingStep(plain, code, app.clock.now())
  if (step === null || BigInt(step) <= row.last_step) return false

  await own
    .updateTable('authenticator')
    .set({ last_step: BigInt(step), ...(confirming && { confirmed_at: app.clock.now() }) })
    .where('person_id', '=', personId)
    .execute()

  return true
}
