import { payRewards } from '#modules/affiliates/commands/pay-rewards.ts'
import { setIncentives } from '#modules/affiliates/commands/set-incentives.ts'
import { enableIncentives, fundPromotion } from '#modules/affiliates/testing.ts'
import { createPublishedCampaign } from '#modules/campaigns/testing.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { createCompletedDeposit, createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

let phones = 0
const person = async (
  { app }: ScenarioContext,
  options: { referralCode?: string; campaign?: string } = {},
) =>
  (await createTestMember(app, { ...options, phoneNumber: `+49 30 90183${100 + ++phones}` })).member

/** Confirms a new member's first deposit, which rewards the referrer or the campaign's claim. */
async function firstDeposit(
  context: ScenarioContext,
  options: { referralCode?: string; campaign?: string },
) {
  const { app, ines, planId } = context
  const member = await person(context, options)
  await createCompletedDeposit(app, member, ines, { planId, amount: '1500' })
}

export const scenarios: Scenario[] = [
  {
    command: 'affiliates/pay-rewards',
    prepare: async (context) => {
      await enableIncentives(context.app)
      await fundPromotion(context.app, 15_000n)
      await firstDeposit(context, { referralCode: (await person(context)).referralCode })
      return { run: payRewards }
    },
  },
  {
    command: 'affiliates/pay-rewards',
    when: 'with a claim that waits for its turn',
    // The turn at the budget is a transaction of its own: once it was taken, only the money is
    // missing.
    stages: [['public.campaign +1 -1', 'public.reward +1 -1']],
    prepare: async (context) => {
      const { app, ines } = context
      await fundPromotion(app, 2_500n)
      await firstDeposit(context, { campaign: (await createPublishedCampaign(app, ines)).code })
      return { run: payRewards }
    },
  },
  {
    command: 'deposits/confirm-deposit',
    when: 'of a member who was invited and claimed a campaign',
    prepare: async (context) => {
      const { app, ines, planId } = context
      const { referralCode } = await person(context)
      const member = await person(context, {
        referralCode,
        campaign: (await createPublishedCampaign(app, ines)).code,
      })
      const { id } = await createPendingDeposit(app, member, { planId, amount: '1500' })

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
