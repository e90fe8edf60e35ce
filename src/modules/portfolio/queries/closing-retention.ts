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
  const { messageDays, proofDays, identityDays } = await getSetting(reader, config, 'retention')
  const { verifiedAt } = await getMember(reader, memberId)
  const ruleDays = await findRetentionDays(reader, { clock }, memberId)

  return {
    messageDays,
    proofDays,
    answerDays: Math.max(proofDays, ruleDays),
    identityDays: Math.max(identityDays, ruleDays),
    detailsDays: verifiedAt && Math.max(identityDays, ruleDays),
  }
}
