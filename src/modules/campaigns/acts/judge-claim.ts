import type { Cents } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import { isAllowedIn } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { type ClaimRefusal, wasClaimedBy } from '../model.ts'
import { findCampaignByCode } from '../queries.ts'

export type JudgedClaim =
  | { campaignId: string; cents: Cents; refused: null }
  | { campaignId: string | null; cents: Cents; refused: ClaimRefusal }

/**
 * Says whether what a member claimed at sign-up may be rewarded now; null for who claimed nothing.
 * Locks nothing.
 */
export async function judgeClaim(
  tx: Tx,
  app: Pick<App, 'config'>,
  member: Member,
): Promise<JudgedClaim | null> {
  if (!member.campaign) return null

  const campaign = await findCampaignByCode(tx, member.campaign)
  if (!campaign?.publishedAt) return { campaignId: null, cents: 0n, refused: 'unknown' }

  const { id: campaignId, amount: cents } = campaign
  const incentive = await getSetting(tx, app.config, 'campaigns')
  if (!incentive.on) return { campaignId, cents, refused: 'off' }
  if (!isAllowedIn(incentive, member.country, app.config.MODE))
    return { campaignId, cents, refused: 'country' }
  if (!wasClaimedBy(campaign, member)) return { campaignId, cents, refused: 'not_running' }

  return { campaignId, cents, refused: null }
}
