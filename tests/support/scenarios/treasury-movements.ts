import { formatAmount } from '#lib/money.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { openCustodyAccount } from '#modules/ledger/steps/open-custody-account.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { createIncome, createPublishedPlan } from '#modules/plans/testing.ts'
import { convertCustody } from '#modules/treasury/commands/convert-custody.ts'
import { matchSuspense } from '#modules/treasury/commands/match-suspense.ts'
import { moveCustody } from '#modules/treasury/commands/move-custody.ts'
import { proposeAssetsPlaced } from '#modules/treasury/commands/propose-assets-placed.ts'
import { proposeAssetsReturned } from '#modules/treasury/commands/propose-assets-returned.ts'
import { proposeCapitalContribution } from '#modules/treasury/commands/propose-capital-contribution.ts'
import { proposeCapitalOut } from '#modules/treasury/commands/propose-capital-out.ts'
import { proposePromotion } from '#modules/treasury/commands/propose-promotion.ts'
import { proposeRefund } from '#modules/treasury/commands/propose-refund.ts'
import { receiveSuspense } from '#modules/treasury/commands/receive-suspense.ts'
import { recordNetworkFee } from '#modules/treasury/commands/record-network-fee.ts'
import { takeFees } from '#modules/treasury/commands/take-fees.ts'
import { fundCapital, fundFees } from '#modules/treasury/testing.ts'
import { another, createTransactionId, type Scenario, type ScenarioContext } from '../scenario.ts'

const reason = 'A test of what is left.'
const destination = 'The founders’ account'

/**
 * Twice as much as any act here takes: one that ran twice would not be stopped by an empty account.
 */
async function capital({ app }: ScenarioContext) {
  await fundCapital(app, 'USD', 10_000_000n)
  await fundCapital(app, 'BTC', 200_000_000n)
}

const bitcoin = () =>
  ({ currency: 'BTC', amount: '0.5', txid: createTransactionId(), reason }) as const
const dollars = () =>
  ({ currency: 'USD', amount: '700', bankReference: another('SEPA'), reason }) as const

async function createUnmatchedReceipt({ app, ines }: ScenarioContext): Promise<string> {
  const { movement } = await receiveSuspense(app, ines, bitcoin())
  return 'receipt' in movement ? movement.receipt : ''
}

/** A plan whose income is more than what is placed for it here. */
async function createPlanId({ app }: ScenarioContext) {
  const { planId } = await createPublishedPlan(app)
  await createIncome(app, { planId, cents: 100_000_000n })
  return planId
}

export const scenarios: Scenario[] = [
  {
    command: 'treasury/propose-capital-contribution',
    repeatable: true,
    prepare: async ({ ines }) => {
      const body = bitcoin()
      return {
        run: (on) => proposeCapitalContribution(on, ines, body),
        call: { by: ines, path: '/admin/treasury/capital/in', body },
      }
    },
  },
  {
    command: 'treasury/propose-capital-out',
    repeatable: true,
    prepare: async (context) => {
      await capital(context)

      const body = { currency: 'USD', amount: '900', destination, reason } as const

      return {
        run: (on) => proposeCapitalOut(on, context.ines, body),
        call: { by: context.ines, path: '/admin/treasury/capital/out', body },
      }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of capital that leaves',
    decides: 'capital.record',
    prepare: async (context) => {
      await capital(context)

      const body = { currency: 'BTC', amount: '0.5', destination, reason } as const
      const { proposal } = await proposeCapitalOut(context.app, context.ines, body)
      const { id = '', contentHash = '' } = proposal ?? {}

      return {
        run: (on) => decideProposal(on, context.ruth, { id, approve: true, contentHash }),
        call: {
          by: context.ruth,
          path: `/admin/approvals/${id}/approve`,
          body: { hash: contentHash },
        },
      }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of capital that came in, with its receipt',
    decides: 'capital.record',
    prepare: async ({ app, ines, ruth }) => {
      const { proposal } = await proposeCapitalContribution(app, ines, bitcoin())
      const { id = '', contentHash = '' } = proposal ?? {}
      return {
        run: (on) => decideProposal(on, ruth, { id, approve: true, contentHash }),
        call: { by: ruth, path: `/admin/approvals/${id}/approve`, body: { hash: contentHash } },
      }
    },
  },
  {
    command: 'treasury/propose-assets-placed',
    repeatable: true,
    prepare: async (context) => {
      await capital(context)

      const planId = await createPlanId(context)
      const body = { currency: 'BTC', amount: '0.25', destination, reason } as const

      return {
        run: (on) => proposeAssetsPlaced(on, context.ines, { planId, ...body }),
        call: {
          by: context.ines,
          path: '/admin/treasury/assets/place',
          body: { plan: planId, ...body },
        },
      }
    },
  },
  {
    command: 'treasury/propose-assets-returned',
    repeatable: true,
    prepare: async (context) => {
      const planId = await createPlanId(context)
      const body = dollars()

      return {
        run: (on) => proposeAssetsReturned(on, context.ines, { planId, ...body }),
        call: {
          by: context.ines,
          path: '/admin/treasury/assets/return',
          body: { plan: planId, ...body },
        },
      }
    },
  },
  {
    command: 'treasury/propose-promotion',
    repeatable: true,
    prepare: async (context) => {
      await capital(context)

      const promotion = { kind: 'promotion_funded', amount: 50_000n, reason } as const
      const body = { amount: '500', reason }

      return {
        run: (on) => proposePromotion(on, context.ines, promotion),
        call: { by: context.ines, path: '/admin/treasury/promotion/fund', body },
      }
    },
  },
  {
    command: 'treasury/receive-suspense',
    prepare: async ({ ines }) => {
      const body = dollars()
      return {
        run: (on) => receiveSuspense(on, ines, body),
        call: { by: ines, path: '/admin/treasury/suspense', body },
      }
    },
  },
  {
    command: 'treasury/match-suspense',
    prepare: async (context) => {
      const receipt = await createUnmatchedReceipt(context)
      const { member } = await createTestMember(context.app)

      return {
        run: (on) => matchSuspense(on, context.ines, { receipt, memberId: member.id, reason }),
        call: {
          by: context.ines,
          path: `/admin/treasury/suspense/${receipt}/match`,
          body: { member: member.id, reason },
        },
      }
    },
  },
  {
    command: 'treasury/propose-refund',
    prepare: async (context) => {
      const receipt = await createUnmatchedReceipt(context)
      const body = { destination, reason }
      return {
        run: (on) => proposeRefund(on, context.ines, { receipt, ...body }),
        call: { by: context.ines, path: `/admin/treasury/suspense/${receipt}/refund`, body },
      }
    },
  },
  {
    command: 'treasury/move-custody',
    repeatable: true,
    prepare: async (context) => {
      await capital(context)
      await context.app.db.transaction().execute((tx) => openCustodyAccount(tx, 'cold', 'BTC'))

      const body = { currency: 'BTC', amount: '0.5', toPlace: 'cold', reason } as const

      return {
        run: (on) => moveCustody(on, context.ines, body),
        call: { by: context.ines, path: '/admin/treasury/custody/move', body },
      }
    },
  },
  {
    command: 'treasury/convert-custody',
    repeatable: true,
    prepare: async (context) => {
      await capital(context)

      const { bankReference } = dollars()
      const { rate } = await context.app.prices.price('BTC')
      const received = formatAmount(computeCoinValue(800_000n, rate, 'BTC'), 'USD')
      const body = {
        currency: 'BTC',
        amount: '0.008',
        toCurrency: 'USD',
        received,
        bankReference,
        reason,
      } as const

      return {
        run: (on) => convertCustody(on, context.ines, body),
        call: { by: context.ines, path: '/admin/treasury/custody/convert', body },
      }
    },
  },
  {
    command: 'treasury/record-network-fee',
    prepare: async (context) => {
      await capital(context)

      const txid = another('transaction')
      const body = { currency: 'BTC', amount: '0.0001', paidFrom: 'equity', txid } as const

      return {
        run: (on) => recordNetworkFee(on, context.ines, body),
        call: { by: context.ines, path: '/admin/treasury/network-fees', body },
      }
    },
  },
  {
    command: 'treasury/take-fees',
    repeatable: true,
    prepare: async ({ app, ines }) => {
      const { member } = await createTestMember(app)
      await app.db.transaction().execute((tx) => openMemberAccounts(tx, member.id))
      await fundFees(app, member.id, 1_000n)

      return {
        run: (on) => takeFees(on, ines, { amount: 500n, reason }),
        call: { by: ines, path: '/admin/treasury/fees/take', body: { amount: '5', reason } },
      }
    },
  },
]
