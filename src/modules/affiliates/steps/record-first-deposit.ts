import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import type { Cents } from '#lib/money.ts'
import { judgeClaim } from '#modules/campaigns/steps/judge-claim.ts'
import type { Member } from '#modules/identity/model.ts'
import { findMemberByReferralCode } from '#modules/identity/queries.ts'
import type { Incentive } from '#modules/settings/model.ts'
import { getSetting, isIncentiveOffered } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { computeReferralCents, isSamePerson, type Refusal, type RewardKind } from '../model.ts'
import type { AffiliateTables } from '../tables.ts'

const PAY_REWARDS = 'rewards-pay'

type FirstDeposit = { member: Member; depositId: string; credited: Cents; on: Day }

/** One of both kinds, judged by what is true when the deposit is confirmed. */
type RewardDecision = {
  kind: RewardKind
  rewarded: string
  campaignId: string | null
  cents: Cents
  declineReason: Refusal | null
}

/**
 * Records the rewards for a member's first completed deposit; does nothing for a later one. Only
 * reads and inserts, never throws a refusal, and waits for no budget: `pay-rewards` applies it.
 */
export async function recordFirstDeposit(
  tx: Tx,
  app: Pick<App, 'clock' | 'config' | 'jobs'>,
  deposit: FirstDeposit,
): Promise<void> {
  const { member } = deposit
  const judged = [
    await judgeReferral(tx, app, member, deposit.credited),
    await judgeCampaign(tx, app, member),
  ]
  const found = judged.filter((one) => one !== null)
  if (found.length === 0) return

  await tx
    .withTables<AffiliateTables>()
    .insertInto('reward')
    .values(found.map((one) => toRewardRow(one, deposit, app.clock.now())))
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'referred_id'])
        .where(sql<boolean>`refused_because is distinct from 'deposit_reversed'`)
        .doNothing(),
    )
    .execute()

  if (found.some((one) => one.declineReason === null)) await app.jobs.enqueue(tx, PAY_REWARDS, {})
}

/** Records the reward of the direct inviter alone. */
async function judgeReferral(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  member: Member,
  credited: Cents,
): Promise<RewardDecision | null> {
  const inviter = member.referredBy && (await findMemberByReferralCode(tx, member.referredBy))
  if (!inviter) return null

  const setting = await getSetting(tx, app.config, 'referral')
  const cents = computeReferralCents(credited, setting.percentageBps)
  const refused =
    (await findReferralRefusal(tx, app, { inviter, member, setting })) ??
    (cents === 0n ? 'nothing' : null)

  return { kind: 'referral', rewarded: inviter.id, campaignId: null, cents, declineReason: refused }
}

/**
 * Returns the reason for no referral reward: a country that is not allowed, or two accounts of one
 * person.
 */
async function findReferralRefusal(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  { inviter, member, setting }: { inviter: Member; member: Member; setting: Incentive },
) {
  if (!setting.on) return 'off'
  if (inviter.status === 'unverified') return 'unknown'

  const where = { mode: app.config.MODE, today: app.clock.today() }
  for (const { country } of [inviter, member])
    if (!(await isIncentiveOffered(tx, { incentive: setting, country, ...where }, 'refer')))
      return 'country'

  return isSamePerson(inviter, member) ? 'self_referral' : null
}

async function judgeCampaign(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  member: Member,
): Promise<RewardDecision | null> {
  const judged = await judgeClaim(tx, app, member)
  return judged && { kind: 'campaign', rewarded: member.id, ...judged }
}

/** Returns the row of a reward. A referral is due at once; a claim waits for the budget. */
const toRewardRow = (
  judged: RewardDecision,
  { member, depositId, on }: FirstDeposit,
  now: Date,
) => ({
  id: createId('rwd'),
  kind: judged.kind,
  member_id: judged.rewarded,
  referred_id: member.id,
  deposit_id: depositId,
  campaign_id: judged.campaignId,
  cents: judged.cents,
  noted_on: on,
  noted_at: now,
  paid_on: null,
  paid_at: null,
  refused_because: judged.declineReason,
  due_at: judged.kind === 'referral' && judged.declineReason === null ? now : null,
})
