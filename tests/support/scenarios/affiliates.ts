import { payRewards } from '#modules/affiliates/commands/pay-rewards.ts'
import { setIncentives } from '#modules/affiliates/commands/set-incentives.ts'
import { fundPromotion, incentives } from '#modules/affiliates/testing.ts'
import { aCampaign } from '#modules/campaigns/testing.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { completedDeposit, pendingDeposit } from '#modules/deposits/testing.ts'
import { aMember } from '#modules/identity/testing.ts'
import type { House, Scenario } from '../scenario.ts'

let phones = 0
const person = async ({ app }: House, given: { referralCode?: string; campaign?: string } = {}) =>
  (await aMember(app, { ...given, phoneNumber: `+49 30 90183${100 + ++phones}` })).member

/** Somebody's first deposit, which rewards whom it says. */
async function firstDeposit(house: House, given: { referralCode?: string; campaign?: string }) {
  const { app, ines, planId } = house
  const member = await person(house, given)
  await completedDeposit(app, member, ines, { planId, amount: '1500' })
}

export const scenarios: Scenario[] = [
  {
    command: 'affiliates/pay-rewards',
    prepare: async (house) => {
      await incentives(house.app)
      await fundPromotion(house.app, 15_000n)
      await firstDeposit(house, { referralCode: (await person(house)).referralCode })
      return { run: payRewards }
    },
  },
  {
    command: 'affiliates/pay-rewards',
    when: 'with a claim that waits for its turn',
    // The turn at the budget is a transaction of its own: once it was taken, only the money is
    // missing.
    stages: [['public.campaign +1 -1', 'public.reward +1 -1']],
    prepare: async (house) => {
      const { app, ines } = house
      await fundPromotion(app, 2_500n)
      await firstDeposit(house, { campaign: (await aCampaign(app, ines)).code })
      return { run: payRewards }
    },
  },
  {
    command: 'deposits/confirm-deposit',
    when: 'of somebody who was invited and claimed a campaign',
    prepare: async (house) => {
      const { app, ines, planId } = house
      const { referralCode } = await person(house)
      const member = await person(house, {
        referralCode,
        campaign: (await aCampaign(app, ines)).code,
      })
      const { id } = await pendingDeposit(app, member, { planId, amount: '1500' })

      return {
        run: (on) => confirmDeposit(on, ines, { depositId: id }),
        call: { by: ines, path: `/transactions/${id}/confirm`, body: {} },
      }
    },
  },
  {
    command: 'affiliates/set-incentives',
    prepare: async ({ app, ruth }) => {
      const referral = { on: true, countries: 'all' as const, percentageBps: 500 }
      const campaigns = { on: true, countries: 'all' as const }
      const before = {
        referral: { ...referral, percentageBps: 100 },
        campaigns: { ...campaigns, on: false },
      }

      await setIncentives(app, ruth, before)

      return { run: (on) => setIncentives(on, ruth, { referral, campaigns }) }
    },
  },
]
