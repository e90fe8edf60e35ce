import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { newToken, tokenDigest } from '#platform/secrets.ts'
import { ALARM_LIFE_MS } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

export type Alarm = {
  memberId: string
  /** What the mail tells, such as `password-changed`. */
  about: string
  /** Where the account goes back to, when the mail is about a change of address. */
  oldEmail?: string
}

/** Makes the address behind 'this was not me' in a mail: pressed there, everything rests at once. Works once, for three days. */
export async function makeAlarmLink(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  { memberId, about, oldEmail }: Alarm,
): Promise<string> {
  const now = app.clock.now()
  const token = newToken()
  await tx
    .withTables<IdentityTables>()
    .insertInto('alarm_link')
    .values({
      token_digest: tokenDigest(token),
      member_id: memberId,
      about,
      old_email: oldEmail ?? null,
      made_at: now,
      expires_at: new Date(now.getTime() + ALARM_LIFE_MS),
      used_at: null,
    })
    .execute()
  return `${app.config.PUBLIC_URL}/not-me/${token}`
}
