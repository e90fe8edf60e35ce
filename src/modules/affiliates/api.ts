import { notFound } from '#lib/errors.ts'
import type { Member } from '#modules/identity/model.ts'
import { listMembersById, listReferredMembers } from '#modules/identity/queries.ts'
import { PROMOTION } from '#modules/ledger/model.ts'
import { balanceOf } from '#modules/ledger/queries.ts'
import { isAllowedIn, type Settings } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http.ts'
import { setIncentives } from './commands/set-incentives.ts'
import { affiliatesContract } from './contract.ts'
import {
  affiliateLink,
  percentText,
  REFUSALS,
  type Reward,
  stateOf,
  toldToInvited,
} from './model.ts'
import { findInviter, incentivesFor, listRewards, rewardTotals } from './queries.ts'

const calls = implementCalls(affiliatesContract)

const shownAffiliate = (client: Member) => ({
  first_name: client.firstName,
  last_name: client.lastName,
  referral_code: client.referralCode,
  isVerified: client.verifiedAt !== null,
  createdAt: client.createdAt,
  parent: client.referredBy ?? 'Unknown',
  status: client.verifiedAt ? ('Active' as const) : ('Not Active' as const),
})

async function shownReferral({ db, config }: App, member: Member) {
  const { referral: on, percentageBps, campaigns } = await incentivesFor(db, config, member.country)
  const link = on ? affiliateLink(config.PUBLIC_URL, member.referralCode) : null
  return { referral: { on, link, percentage: on ? percentText(percentageBps) : null }, campaigns }
}

type Named = (id: string) => { _id: string; name: string }

const shownReward = (reward: Reward, named: Named) => ({
  _id: reward.id,
  kind: reward.kind,
  state: stateOf(reward),
  amount: reward.cents,
  member: named(reward.memberId),
  referred: named(reward.referredId),
  deposit: reward.depositId,
  campaign: reward.campaignId,
  notedAt: reward.notedAt,
  dueAt: reward.dueAt,
  paidOn: reward.paidOn,
  refused: reward.refusedBecause && REFUSALS[reward.refusedBecause],
  before: String(reward.sequence),
})

/** Without the readonly that a setting has. */
const shownIncentives = ({ referral, campaigns }: Pick<Settings, 'referral' | 'campaigns'>) => {
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
    const totals = await rewardTotals(app.db, member.id)
    const { referral } = await shownReferral(app, member)
    return { message: 'Affiliates', data: invited.map(shownAffiliate), totals, referral }
  }),
  incentives: calls.incentives.handler(async ({ context }) => {
    const [app, member] = [context.app, context.member()]
    const { referral, campaigns } = await shownReferral(app, member)
    const totals = await rewardTotals(app.db, member.id)
    return { message: 'Incentives', data: { referral, campaigns: { on: campaigns }, totals } }
  }),
  invitation: calls.invitation.handler(async ({ context: { app }, input: { code, country } }) => {
    const inviter = await findInviter(app.db, code.trim().toUpperCase())
    if (!inviter) throw notFound('This referral code')

    const setting = await getSetting(app.db, app.config, 'referral')
    const people = country ? [inviter.country, country] : [inviter.country]
    const allowed = people.every((one) => isAllowedIn(setting, one, app.config.MODE))
    const says = allowed ? toldToInvited(setting.percentageBps) : null

    return { message: 'Invitation', data: { says } }
  }),
  rewards: calls.rewards.handler(async ({ context: { app }, input: { state, before } }) => {
    const filter = { ...(state && { state }), ...(before && { before: BigInt(before) }) }
    const rewards = await listRewards(app.db, filter)
    const people = await listMembersById(
      app.db,
      rewards.flatMap(({ memberId, referredId }) => [memberId, referredId]),
    )
    const named = (id: string) => ({ _id: id, name: people.get(id)?.label ?? id })
    const totals = {
      ...(await rewardTotals(app.db)),
      promotion: await balanceOf(app.db, PROMOTION),
    }

    return { message: 'Rewards', data: rewards.map((one) => shownReward(one, named)), totals }
  }),
  readIncentives: calls.readIncentives.handler(async ({ context: { app } }) => {
    const referral = await getSetting(app.db, app.config, 'referral')
    const campaigns = await getSetting(app.db, app.config, 'campaigns')
    return { message: 'Incentives', data: shownIncentives({ referral, campaigns }) }
  }),
  setIncentives: calls.setIncentives.handler(async ({ context: { app, admin }, input }) => ({
    message: 'Incentives changed',
    data: shownIncentives(await setIncentives(app, admin(), input)),
  })),
})
