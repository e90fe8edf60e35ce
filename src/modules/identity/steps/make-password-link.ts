import type { App } from '#platform/app.ts'
import { createToken, hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

/** The person a link is for: its page says what a new password means to them. */
export type LinkAudience = 'member' | 'staff' | 'invited'

/** Creates a link with which a person sets a new password once, within the given time. */
export async function makePasswordLink(
  tx: Tx,
  app: App,
  personId: string,
  lifeMs: number,
  audience: LinkAudience,
): Promise<{ link: string; expiresAt: Date }> {
  const now = app.clock.now()
  const token = createToken()
  const expiresAt = new Date(now.getTime() + lifeMs)

  await tx
    .withTables<IdentityTables>()
    .insertInto('reset_token')
    .values({
      token_digest: hashToken(token),
      person_id: personId,
      made_at: now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()

  const page = `${app.config.PUBLIC_URL}/reset-password/${token}`
  return { link: audience === 'member' ? page : `${page}?${audience}`, expiresAt }
}
