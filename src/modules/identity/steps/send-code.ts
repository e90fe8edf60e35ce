import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import {
  computeKeyedDigest,
  createSixDigitCode,
  createToken,
  hashToken,
} from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import { CODE_LIFE_MS, LINK_LIFE_MS, type Member } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Returns the stored digest of a code: keyed with SECRET, since six digits could be brute-forced.
 */
export const computeCodeDigest = (app: App, memberId: string, code: number) =>
  computeKeyedDigest(app.config, 'email-code', `${memberId}:${code}`)

/** Mails a member a new code and link; previous ones stop working. */
export async function sendCode(
  tx: Tx,
  app: App,
  member: Pick<Member, 'id' | 'email' | 'firstName'>,
): Promise<void> {
  const now = app.clock.now()
  const code = createSixDigitCode()
  const token = createToken()
  const row = {
    code_digest: computeCodeDigest(app, member.id, code),
    link_digest: hashToken(token),
    made_at: now,
    expires_at: new Date(now.getTime() + CODE_LIFE_MS),
    link_expires_at: new Date(now.getTime() + LINK_LIFE_MS),
    tries: 0,
  }

  await tx
    .withTables<IdentityTables>()
    .insertInto('email_code')
    .values({ member_id: member.id, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()

  await notify(
    tx,
    app,
    { memberId: member.id, to: member.email, name: member.firstName },
    'verify-code',
    {
      code: String(code),
      link: `${app.config.PUBLIC_URL}/confirm/${token}`,
    },
  )
}
