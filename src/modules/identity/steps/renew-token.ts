import { DomainError } from '#lib/errors.ts'
import { createToken, hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import { TOKEN_BEFORE_MS } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

export type RenewedToken = { token: string; endsAt: Date; remembered: boolean }

/**
 * Renews the token of an open session; the previous one expires after a short overlap for calls
 * under way. Throws `signed_out` (401) if the session has ended.
 */
export async function renewToken(tx: Tx, sessionId: string, now: Date): Promise<RenewedToken> {
  const token = createToken()
  const row = await tx
    .withTables<IdentityTables>()
    .updateTable('session')
    .set((is) => ({
      before_digest: is.ref('token_digest'),
      before_until: new Date(now.getTime() + TOKEN_BEFORE_MS),
      token_digest: hashToken(token),
    }))
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(['ends_at as endsAt', 'remembered'])
    .executeTakeFirst()
  if (!row) throw new DomainError('signed_out', 401, 'Please log in to continue.')

  return { token, ...row }
}
