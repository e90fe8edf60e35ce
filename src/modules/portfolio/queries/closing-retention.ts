import { getMember } from '#modules/identity/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { findRetentionDays } from '#modules/verification/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import type { ClosingRetention } from '../model.ts'

/** Returns how long the records of a member are retained if the account ends now. */
export async function getClosingRetention(
  reader: Reader,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  memberId: string,
): Promise<ClosingRetention> {
  const retention = await getSetting(reader, config, 'retention')
  const { messageDays, proofDays } = retention
  const { verifiedAt } = await getMember(reader, memberId)
  const ruleDays = await findRetentionDays(reader, { clock }, memberId)
  const identityDays = Math.max(retention.identityDays, ruleDays)

  return {
    messageDays,
    proofDays,
    answerDays: Math.max(proofDays, ruleDays),
    identityDays,
    detailsDays: verifiedAt && identityDays,
  }
}
