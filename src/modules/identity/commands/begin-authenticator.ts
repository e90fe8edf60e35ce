import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import {
  buildAuthenticatorUri,
  createCodeSecret,
  encodeBase32,
} from '#platform/auth/one-time-code.ts'
import { encryptSecret } from '#platform/auth/secrets.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { refusals } from '../model/factor-refusals.ts'
import type { Person } from '../model.ts'
import { AUTHENTICATOR } from '../steps/consume-code.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Creates the secret of an authenticator app and returns it once; it takes effect when a code
 * confirms it. A second call replaces the secret. Throws `factor_exists` (409) while an
 * authenticator is active.
 */
export async function beginAuthenticator(
  app: App,
  person: Person,
): Promise<{ secret: string; uri: string }> {
  const secret = createCodeSecret()
  const row = {
    encrypted_secret: encryptSecret(app.config, AUTHENTICATOR, person.id, secret),
    made_at: app.clock.now(),
    last_step: 0n,
  }

  const { legalName } = await getSetting(app.db, app.config, 'operator')
  await runInTransaction(app.db, async (tx) => {
    const begun = await tx
      .withTables<IdentityTables>()
      .insertInto('authenticator')
      .values({ person_id: person.id, confirmed_at: null, ...row })
      .onConflict((conflict) =>
        conflict
          .column('person_id')
          .doUpdateSet(row)
          .where('authenticator.confirmed_at', 'is', null),
      )
      .returning('person_id')
      .executeTakeFirst()
    if (!begun) throw refusals.authenticatorThere()
  })

  return {
    secret: encodeBase32(secret),
    uri: buildAuthenticatorUri(secret, legalName, person.email),
  }
}
