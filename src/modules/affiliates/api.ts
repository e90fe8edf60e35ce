import { createNotFoundError } from '#lib/errors.ts'
import { formatPercentage } from '#lib/percentages.ts'
import type { Member } from '#modules/identity/model.ts'
import { listMembersById, listReferredMembers } from '#modules/identity/queries.ts'
import { PROMOTION } from '#modules/ledger/model.ts'
import { getBalance } from '#modules/ledger/queries.ts'
import { isIncentiveAllowed, type Settings } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http/http.ts'
import { setIncentives } from './commands/set-incentives.ts'
import { affiliatesContract } from './contract.ts'
import {
  buildAffiliateLink,
  computeRewardState,
  describeInviterReward,
  REFUSALS,
  type Reward,
} from './model.ts'
import { findInviter, getIncentives, listRewards, sumRewards } from './queries.ts'

const calls = implementCalls(affiliatesContract)

const toAffiliateResponse = (client: Member) => ({
  first_name: client.firstName,
  last_name: client.lastName,
  referral_code: client.referralCode,
  isVerified: client.verifiedAt !== null,
  createdAt: client.createdAt,
  parent: client.referredBy ?? 'Unknown',
  status: client.verifiedAt ? ('Active' as const) : ('Not Active' as const),
})

async function readReferral({ db, config, clock }: App, member: Member) {
  const {
    referral: on,
    percentageBps,
    campaigns,
  } = await getIncentives(db, config, member.country, clock.today())
  const link = on ? buildAffiliateLink(config.PUBLIC_URL, member.referralCode) : null
  return {
    referral: { on, link, percentage: on ? formatPercentage(percentageBps) : null },
    campaigns,
  }
}

type MemberReferenceLookup = (id: string) => { _id: string; name: string }

const toRewardResponse = (reward: Reward, named: MemberReferenceLookup) => ({
  _id: reward.id,
  kind: reward.kind,
  state: computeRewardState(reward),
  amount: reward.cents,
  member: named(reward.memberId),
  referred: named(reward.referredId),
  deposit: reward.depositId,
  campaign: reward.campaignId,
  notedAt: reward.notedAt,
  dueAt: reward.dueAt,
  paidOn: reward.paidOn,
  declineReason: reward.declineReason && REFUSALS[reward.declineReason],
  before: String(reward.sequence),
})

/** Returns the setting as mutable arrays. */
const toIncentivesResponse = ({
  referral,
  campaigns,
}: Pick<Settings, 'referral' | 'campaigns'>) => {
  const list = (countries: 'all' | readonly string[]) =>
    countries === 'all' ? countries : [...countries]
  return {
    referral: { ...referral, countries: list(referral.countries) },
    campaigns: { ...campaigns, countries: list(campaigns.countries) },
  }
}

export const affiliatesApi = calls.router({
  affiliates: calls.affiliates.handler(async ({ context }) => {
    const [app, member] = [context.app, context.member()]
    const invited = await listReferredMembers(app.db, member.referralCode)
    const totals = await sumRewards(app.db, member.id)
    const { referral } = await readReferral(app, member)
    return { message: 'Affiliates', data: invited.map(toAffiliateResponse), totals, referral }
  }),
  incentives: calls.incentives.handler(async ({ context }) => {
    const [app, member] = [context.app, context.member()]
    const { referral, campaigns } = await readReferral(app, member)
    const totals = await sumRewards(app.db, member.id)
    return { message: 'Incentives', data: { referral, campaigns: { on: campaigns }, totals } }
  }),
  invitation: calls.invitation.handler(async ({ context: { app }, input: { code, country } }) => {
    const inviter = await findInviter(app.db, code.trim().toUpperCase())
    if (!inviter) throw createNotFoundError('This referral code')

    const setting = await getSetting(app.db, app.config, 'referral')
    const people = country ? [inviter.country, country] : [inviter.country]
    const allowed = people.every((one) => isIncentiveAllowed(setting, one, app.config.MODE))
    const says = allowed ? describeInviterReward(setting.percentageBps) : null

    return { message: 'Invitation', data: { says } }
  }),
  rewards: calls.rewards.handler(async ({ context: { app }, input: { state, before } }) => {
    const filter = { ...(state && { state }), ...(before && { before: BigInt(before) }) }
    const rewards = await listRewards(app.db, filter)
    const people = await listMembersById(
      app.db,
      rewards.flatMap(({ memberId, referredId }) => [memberId, referredId]),
    )
    const toMemberReference = (id: string) => ({ _id: id, name: people.get(id)?.label ?? id })
    const totals = {
      ...(await sumRewards(app.db)),
      promotion: await getBalance(app.db, PROMOTION),
    }

    return {
      message: 'Rewards',
      data: rewards.map((one) => toRewardResponse(one, toMemberReference)),
      totals,
    }
  }),
  readIncentives: calls.readIncentives.handler(async ({ context: { app } }) => {
    const referral = await getSetting(app.db, app.config, 'referral')
    const campaigns = await getSetting(app.db, app.config, 'campaigns')
    return { message: 'Incentives', data: toIncentivesResponse({ referral, campaigns }) }
  }),
  setIncentives: calls.setIncentives.handler(async ({ context: { app, admin }, input }) => ({
    message: 'Incentives changed',
    data: toIncentivesResponse(await setIncentives(app, admin(), input)),
  })),
})
