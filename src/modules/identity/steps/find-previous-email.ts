import { hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Returns the address that the mail with the link went to: from the link, or from the first change
 * after it.
 */
export async function findPreviousEmail(
  tx: Tx,
  token: string,
  memberId: string,
  madeAt: Date,
): Promise<string | null> {
  const own = tx.withTables<IdentityTables>()
  const link = await own
    .selectFrom('compromise_link')
    .select('old_email')
    .where('token_digest', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  if (link.old_email !== null) return link.old_email

  const change = await own
    .selectFrom('email_change')
    .select('old_email')
    .where('member_id', '=', memberId)
    .where('done_at', '>=', madeAt)
    .orderBy('done_at')
    .executeTakeFirst()

  return change?.old_email ?? null
}
