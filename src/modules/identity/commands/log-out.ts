import type { App } from '#platform/app.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { IdentityTables } from '../tables.ts'

export type LogOut = { token: string; because?: 'log-out' | 'replaced' }

/** Ends the session of a token. Does nothing for a token that is unknown or has ended. */
export async function logOut(app: App, { token, because = 'log-out' }: LogOut): Promise<void> {
  await runInTransaction(app.db, async (tx) => {
    await tx
      .withTables<IdentityTables>()
      .updateTable('session')
      .set({ ended_at: app.clock.now(), ended_because: because })
      .where('token_digest', '=', hashToken(token))
      .where('ended_at', 'is', null)
      .execute()
  })
}
