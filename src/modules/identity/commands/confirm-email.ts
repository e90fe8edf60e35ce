import type { App } from '#platform/app.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { failures, LIMITS, type Visitor } from '../model.ts'
import { markVerified } from '../steps/mark-verified.ts'
import type { IdentityTables } from '../tables.ts'

/** Verifies an address by the link of the mail, once. */
export async function confirmEmail(
  app: App,
  from: Visitor,
  { token }: { token: string },
): Promise<void> {
  await limit(app, 'verify-from', toCallSource(from.address), LIMITS.verifyFrom)
  await runInTransaction(app.db, async (tx) => {
    const live = await tx
      .withTables<IdentityTables>()
      .selectFrom('email_code')
      .select('member_id')
      .where('link_digest', '=', hashToken(token))
      .where('link_expires_at', '>', app.clock.now())
      .forUpdate()
      .executeTakeFirst()
    if (!live) throw failures.link()

    await markVerified(tx, app, live.member_id)
  })
}
