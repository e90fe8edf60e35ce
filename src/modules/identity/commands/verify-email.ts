import { timingSafeEqual } from 'node:crypto'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { CODE_TRIES, failures, LIMITS, normalizeEmail, type Visitor } from '../model.ts'
import { findMemberByEmail } from '../queries.ts'
import { markVerified } from '../steps/mark-verified.ts'
import { computeCodeDigest } from '../steps/send-code.ts'
import type { IdentityTables } from '../tables.ts'

export type VerifyEmail = { email: string; verifyCode: number }

/**
 * Verifies an address by its code. A wrong attempt counts although the call fails; the error is the
 * same for every cause.
 */
export async function verifyEmail(app: App, from: Visitor, input: VerifyEmail): Promise<void> {
  await limit(app, 'verify-from', toCallSource(from.address), LIMITS.verifyFrom)
  await limit(app, 'verify', normalizeEmail(input.email), LIMITS.verify)

  const verified = await runInTransaction(app.db, async (tx) => {
    const member = await findMemberByEmail(tx, input.email)
    const right = await tryCode(tx, app, member?.id ?? 'nobody', input.verifyCode)
    if (member && right) await markVerified(tx, app, member.id)
    return member !== null && right
  })
  if (!verified) throw failures.code()
}

/**
 * Counts the attempt before comparing the code, so that at most five are compared under
 * concurrency.
 */
async function tryCode(tx: Tx, app: App, memberId: string, code: number): Promise<boolean> {
  const live = await tx
    .withTables<IdentityTables>()
    .updateTable('email_code')
    .set((is) => ({ tries: is('tries', '+', 1) }))
    .where('member_id', '=', memberId)
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', app.clock.now())
    .returning('code_digest')
    .executeTakeFirst()

  const submittedDigest = computeCodeDigest(app, memberId, code)
  return live !== undefined && timingSafeEqual(live.code_digest, submittedDigest)
}
