import type { Cents } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import { getSetting, isIncentiveOffered } from '#modules/settings/queries.ts'
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
  app: Pick<App, 'clock' | 'config'>,
  member: Member,
): Promise<JudgedClaim | null> {
  if (!member.campaign) return null

  const campaign = await findCampaignByCode(tx, member.campaign)
  if (!campaign?.publishedAt) return { campaignId: null, cents: 0n, declineReason: 'unknown' }

  const { id: campaignId, amount: cents } = campaign
  const incentive = await getSetting(tx, app.config, 'campaigns')
  if (!incentive.on) return { campaignId, cents, declineReason: 'off' }
  const where = {
    country: member.country,
    mode: app.config.MODE,
    today: app.clock.today(),
  }
  if (!(await isIncentiveOffered(tx, { incentive, ...where }, 'claim_campaign')))
    return { campaignId, cents, declineReason: 'country' }
  if (!isRunningAtSignUp(campaign, member))
    return { campaignId, cents, declineReason: 'not_running' }

  return { campaignId, cents, declineReason: null }
}
