import type { App } from '#platform/app.ts'
import { type DecryptedSecret, decryptSecret, encryptSecret } from '#platform/auth/secrets.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { AUTHENTICATOR } from '../steps/consume-code.ts'
import type { IdentityTables } from '../tables.ts'

const AT_ONCE = 200

type RotationResult = { rotatedCount: number; lost: number }

/**
 * Re-encrypts under the current SECRET all values that a previous one encrypted, so that the
 * previous one can be removed. Counts values that no configured secret decrypts as lost and leaves
 * them unchanged.
 */
export async function rotateSecret(app: App): Promise<RotationResult> {
  const all: RotationResult = { rotatedCount: 0, lost: 0 }
  if (app.config.SECRET_BEFORE.length === 0) return all

  for (let behind: string | null = ''; behind !== null; ) {
    const some: RotationResult & { last: string | null } = await rotateBatch(app, behind)
    all.rotatedCount += some.rotatedCount
    all.lost += some.lost
    behind = some.last
  }

  if (all.rotatedCount + all.lost > 0)
    app.log[all.lost > 0 ? 'error' : 'info'](all, '2FA secrets were re-encrypted')

  return all
}

async function rotateBatch(
  app: App,
  behind: string,
): Promise<RotationResult & { last: string | null }> {
  return await runInTransaction(app.db, async (tx) => {
    const own = tx.withTables<IdentityTables>()
    const rows = await own
      .selectFrom('authenticator')
      .select(['person_id', 'encrypted_secret'])
      .where('person_id', '>', behind)
      .orderBy('person_id')
      .limit(AT_ONCE)
      .forUpdate()
      .execute()

    const done: RotationResult = { rotatedCount: 0, lost: 0 }
    for (const { person_id: person, encrypted_secret: encryptedSecret } of rows) {
      const found = tryDecrypt(app, person, encryptedSecret)
      if (!found) done.lost += 1
      if (!found?.outdated) continue
      const rotatedValues = {
        encrypted_secret: encryptSecret(app.config, AUTHENTICATOR, person, found.plain),
      }
      await own
        .updateTable('authenticator')
        .set(rotatedValues)
        .where('person_id', '=', person)
        .execute()
      done.rotatedCount += 1
    }

    return { ...done, last: rows.length < AT_ONCE ? null : (rows.at(-1)?.person_id ?? null) }
  })
}

function tryDecrypt(app: App, person: string, encryptedSecret: Buffer): DecryptedSecret | null {
  try {
    return decryptSecret(app.config, AUTHENTICATOR, person, encryptedSecret)
  } catch {
    return null
  }
}
