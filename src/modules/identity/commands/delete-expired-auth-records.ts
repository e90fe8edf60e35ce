import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { SIGN_IN_RETENTION_MS } from '../model/factor-limits.ts'
import type { IdentityTables } from '../tables.ts'

/** Deletes expired challenges, and sign-in attempts that are 90 days old. */
export async function deleteExpiredAuthRecords(app: App): Promise<void> {
  const now = app.clock.now()
  await runInTransaction(app.db, async (tx) => {
    const own = tx.withTables<IdentityTables>()
    await own.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute()
    await own.deleteFrom('mfa_challenge').where('expires_at', '<=', now).execute()
    const oldest = new Date(now.getTime() - SIGN_IN_RETENTION_MS)
    await own.deleteFrom('sign_in').where('at', '<', oldest).execute()
  })
}
