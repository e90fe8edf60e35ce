import { createTestMember } from '#modules/identity/testing.ts'
import { cancelRedemptionNotice } from '#modules/plans/commands/cancel-redemption-notice.ts'
import { closePlan } from '#modules/plans/commands/close-plan.ts'
import { giveRedemptionNotice } from '#modules/plans/commands/give-redemption-notice.ts'
import { investBalance } from '#modules/plans/commands/invest-balance.ts'
import { notifyPaidMembers } from '#modules/plans/commands/notify-paid-members.ts'
import { proposePlan } from '#modules/plans/commands/propose-plan.ts'
import { publishPlan } from '#modules/plans/commands/publish-plan.ts'
import { setAtMaturity } from '#modules/plans/commands/set-at-maturity.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import {
  buildPlanInput,
  createIncome,
  createPosition,
  createPublishedPlan,
} from '#modules/plans/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { another, type Scenario, type ScenarioContext } from '../scenario.ts'

/** A member with $1,000 in a plan that asks for notice. */
async function createPositionWithNoticePeriod({ app }: ScenarioContext) {
  const { member } = await createTestMember(app)
  const { id } = await createPublishedPlan(app, {
    name: another('PLAN'),
    termDays: 100,
    noticePeriodDays: 10,
  })

  const positionId =
    (await fundMember(app, member.id, { invested: 100_000n, planVersionId: id })) ?? ''
  return { member, positionId }
}

/**
 * A term that ends tomorrow in a plan of its own with income enough, everything before it settled;
 * and tomorrow is there.
 */
async function maturing({ app }: ScenarioContext) {
  app.clock.setOffsetDays(app.clock.offsetDays() + 40)
  await settleDays(app)

  const { member } = await createTestMember(app)
  const version = await createPublishedPlan(app, { name: another('PLAN'), termDays: 1 })
  await createPosition(app, { memberId: member.id, version, principal: 200_000n })
  await createIncome(app, { planId: version.planId, cents: 150_000n })
  app.clock.setOffsetDays(app.clock.offsetDays() + 1)
}

const MATURED = [
  'ledger.account +2 -2',
  'ledger.journal +1 -0',
  'pgboss.job_common +1 -0',
  'public.outbox +1 -0',
  'public.notification +1 -0',
  'public.owed_return +1 -0',
  'public.position +1 -1',
  'public.settled_day +1 -0',
  'posted principal_redeemed member_principal → member_cash 200000',
]
const COUNTED = [...MATURED, 'public.accrual_run +1 -0']
const BEGUN = [
  ...COUNTED,
  'public.audit_event +1 -0',
  'public.audit_pending +1 -0',
  'public.distribution +1 -0',
  'public.distribution_income +1 -0',
  'public.plan_income +1 -1',
]
/** Tables by name, then what was posted. */
const inOrder = (changes: string[]) => [
  ...changes.filter((line) => !line.startsWith('posted')).sort(),
  ...changes.filter((line) => line.startsWith('posted')),
]

export const scenarios: Scenario[] = [
  {
    command: 'plans/propose-plan',
    prepare: async ({ app, ines }) => {
      const plan = buildPlanInput(app.clock.today(), { name: another('PLAN') })
      return { run: (on) => proposePlan(on, ines, plan) }
    },
  },
  {
    command: 'plans/publish-plan',
    prepare: async ({ app, ines, ruth }) => {
      const plan = buildPlanInput(app.clock.today(), { name: another('PLAN') })
      const { versionId } = await proposePlan(app, ines, plan)
      return { run: (on) => publishPlan(on, ruth, { versionId }) }
    },
  },
  {
    command: 'plans/close-plan',
    prepare: async ({ app, ines }) => {
      const { planId } = await createPublishedPlan(app, { name: another('PLAN') })
      return { run: (on) => closePlan(on, ines, { planId, reason: 'It is full.' }) }
    },
  },
  {
    command: 'plans/invest-balance',
    repeatable: true,
    prepare: async ({ app, planId }) => {
      const { member } = await createTestMember(app)
      await fundMember(app, member.id, { cash: 500_000n })

      const body = { selected_plan: planId, amount: '1500', at_maturity: 'reinvest_all' }

      return {
        run: (on) =>
          investBalance(on, member, { planId, amount: '1500', atMaturity: 'reinvest_all' }),
        call: { by: member, path: '/positions', body },
      }
    },
  },
  {
    command: 'plans/set-at-maturity',
    prepare: async (context) => {
      const { member, positionId } = await createPositionWithNoticePeriod(context)
      return { run: (on) => setAtMaturity(on, member, { positionId, atMaturity: 'reinvest_all' }) }
    },
  },
  {
    command: 'plans/give-redemption-notice',
    repeatable: true,
    prepare: async (context) => {
      const { member, positionId } = await createPositionWithNoticePeriod(context)
      return {
        run: (on) => giveRedemptionNotice(on, member, { positionId, amount: 30_000n }),
        call: { by: member, path: `/positions/${positionId}/notice`, body: { amount: '300' } },
      }
    },
  },
  {
    command: 'plans/cancel-redemption-notice',
    prepare: async (context) => {
      const { member, positionId } = await createPositionWithNoticePeriod(context)
      const { id } = await giveRedemptionNotice(context.app, member, {
        positionId,
        amount: 30_000n,
      })

      return {
        run: (on) => cancelRedemptionNotice(on, member, id),
        call: { by: member, path: `/positions/notices/${id}/cancel`, body: {} },
      }
    },
  },
  {
    command: 'plans/settle-days',
    first: true,
    // A day goes in steps of their own: begun, matured, counted, a distribution begun, paid.
    stages: [['public.settled_day +1 -0'], MATURED, COUNTED, BEGUN].map(inOrder),
    prepare: async (context) => {
      await maturing(context)
      return { run: settleDays }
    },
    finish: async ({ app }) => app.clock.setOffsetDays(0),
  },
  {
    command: 'plans/notify-paid-members',
    first: true,
    prepare: async (context) => {
      await maturing(context)
      await notifyPaidMembers(context.app)
      await settleDays(context.app)
      return { run: notifyPaidMembers }
    },
    finish: async ({ app }) => app.clock.setOffsetDays(0),
  },
]
