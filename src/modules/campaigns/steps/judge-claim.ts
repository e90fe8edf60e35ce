import type { Cents } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import { isIncentiveAllowed } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type ClaimRefusal, isRunningAtSignUp } from '../model.ts'
import { findCampaignByCode } from '../queries.ts'

export type JudgedClaim =
  | { campaignId: string; cents: Cents; declineReason: null }
  | { campaignId: string | null; cents: Cents; declineReason: ClaimRefusal }

/**
 * Returns whether a member's claim at sign-up may be rewarded now; null without a claim. Locks
 * nothing.
 */
export async function judgeClaim(
  tx: Tx,
  app: Pick<App, 'config'>,
  member: Member,
): Promise<JudgedClaim | null> {
  if (!member.campaign) return null

  const campaign = await findCampaignByCode(tx, member.campaign)
  if (!campaign?.publishedAt) return { campaignId: null, cents: 0n, declineReason: 'unknown' }

  const { id: campaignId, amount: cents } = campaign
  const incentive = await getSetting(tx, app.config, 'campaigns')
  if (!incentive.on) return { campaignId, cents, declineReason: 'off' }
  if (!isIncentiveAllowed(incentive, member.country, app.config.MODE))
    return { campaignId, cents, declineReason: 'country' }
  if (!isRunningAtSignUp(campaign, member))
    return { campaignId, cents, declineReason: 'not_running' }

  return { campaignId, cents, declineReason: null }
}
