import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { newToken, tokenDigest } from '#platform/secrets.ts'
import { REPORT_LINK_LIFE_MS } from '../model/factors.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Makes the 'this wasn't me' link of a mail: it freezes the account at once, within a week. Put it into the mail's data as
 * `link`, so that it is cut out of the outbox. `about` is the factor that the mail says was added, to be taken out again.
 */
export async function makeReportLink(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  personId: string,
  about: string | null = null,
): Promise<string> {
  const token = newToken()
  const now = app.clock.now()
  await tx
    .withTables<IdentityTables>()
    .insertInto('report_link')
    .values({
      digest: tokenDigest(token),
      person_id: personId,
      about,
      made_at: now,
      expires_at: new Date(now.getTime() + REPORT_LINK_LIFE_MS),
      used_at: null,
    })
    .execute()
  return `${app.config.PUBLIC_URL}/not-me/${token}`
}
