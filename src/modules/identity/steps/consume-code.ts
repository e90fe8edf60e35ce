import type { App } from '#platform/app.ts'
import { findMatchingStep } from '#platform/auth/one-time-code.ts'
import { decryptSecret } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

/** What seals the secret of an authenticator. */
export const AUTHENTICATOR = 'authenticator'

/**
 * Takes the code of an authenticator app, once: of many at once with the same code one alone is
 * answered yes. With `confirming` it is the code that shows that the app was set up.
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

  const { plain } = decryptSecret(app.config, AUTHENTICATOR, personId, row.sealed_secret)
  const step = findMatchingStep(plain, code, app.clock.now())
  if (step === null || BigInt(step) <= row.last_step) return false

  await own
    .updateTable('authenticator')
    .set({ last_step: BigInt(step), ...(confirming && { confirmed_at: app.clock.now() }) })
    .where('person_id', '=', personId)
    .execute()

  return true
}
