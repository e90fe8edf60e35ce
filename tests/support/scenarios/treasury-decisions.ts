import { invariant } from '#lib/invariant.ts'
import { formatAmount } from '#lib/money.ts'
import type { Permission } from '#modules/approvals/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { openCustodyAccount } from '#modules/ledger/steps/open-custody-account.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { createIncome, createPublishedPlan } from '#modules/plans/testing.ts'
import { convertCustody } from '#modules/treasury/commands/convert-custody.ts'
import { matchSuspense } from '#modules/treasury/commands/match-suspense.ts'
import { moveCustody } from '#modules/treasury/commands/move-custody.ts'
import { proposeAssetsPlaced } from '#modules/treasury/commands/propose-assets-placed.ts'
import { proposeAssetsReturned } from '#modules/treasury/commands/propose-assets-returned.ts'
import { proposePromotion } from '#modules/treasury/commands/propose-promotion.ts'
import { proposeRefund } from '#modules/treasury/commands/propose-refund.ts'
import { receiveSuspense } from '#modules/treasury/commands/receive-suspense.ts'
import { recordNetworkFee } from '#modules/treasury/commands/record-network-fee.ts'
import { approveMovement, fundCapital } from '#modules/treasury/testing.ts'
import {
  another,
  approving,
  asLive,
  createTransactionId,
  type Scenario,
  type ScenarioContext,
} from '../scenario.ts'

const reason = 'A test of what is left.'
const destination = 'The fund’s account'

type Begun = Awaited<ReturnType<typeof moveCustody>>

/** A movement that one admin proposed, approved by another. */
const decision = (
  decides: Permission,
  when: string,
  propose: (context: ScenarioContext) => Promise<Begun>,
): Scenario => ({
  command: 'backoffice/decide-proposal',
  when,
  decides,
  prepare: async (context) => {
    await fundCapital(context.app, 'USD', 10_000_000n)
    await fundCapital(context.app, 'BTC', 200_000_000n)
    const { proposal } = await propose(context)
    invariant(proposal, `a second admin approves ${when}`)
    return approving(context.ruth, proposal)
  },
})

async function createPlanWithIncome({ app }: ScenarioContext): Promise<string> {
  const { planId } = await createPublishedPlan(app)
  await createIncome(app, { planId, cents: 10_000_000n })
  return planId
}

async function createUnmatchedReceipt({ app, ines }: ScenarioContext): Promise<string> {
  const payment = { currency: 'BTC', amount: '0.5', txid: createTransactionId(), reason } as const
  const { movement } = await receiveSuspense(app, ines, payment)
  return 'receipt' in movement ? movement.receipt : ''
}

export const scenarios: Scenario[] = [
  decision('promotion.fund', 'of money for promotion', ({ app, ines }) =>
    proposePromotion(app, ines, { kind: 'promotion_funded', amount: 50_000n, reason }),
  ),
  decision('assets.record', 'of placed assets', async (context) => {
    const planId = await createPlanWithIncome(context)
    const placed = { planId, currency: 'USD', amount: '700', destination, reason } as const
    return await proposeAssetsPlaced(context.app, context.ines, placed)
  }),
  decision('assets.record', 'of returned assets', async (context) => {
    const { app, ines, ruth } = context
    const planId = await createPlanWithIncome(context)
    const placed = { planId, currency: 'USD', amount: '700', destination, reason } as const
    await approveMovement(app, ruth, await proposeAssetsPlaced(app, ines, placed))
    const bankReference = another('SEPA')
    const returned = { planId, currency: 'USD', amount: '700', bankReference, reason } as const
    return await proposeAssetsReturned(app, ines, returned)
  }),
  decision('suspense.match', 'of unmatched money', async (context) => {
    const receipt = await createUnmatchedReceipt(context)
    const { member } = await createTestMember(context.app)
    const match = { receipt, memberId: member.id, reason }
    return await matchSuspense(asLive(context.app), context.ines, match)
  }),
  decision('suspense.refund', 'of a refund', async (context) => {
    const receipt = await createUnmatchedReceipt(context)
    return await proposeRefund(context.app, context.ines, { receipt, destination, reason })
  }),
  decision('custody.move', 'of a move of custody', async ({ app, ines }) => {
    await app.db.transaction().execute((tx) => openCustodyAccount(tx, 'cold', 'BTC'))
    const move = { currency: 'BTC', amount: '0.5', toPlace: 'cold', reason } as const
    return await moveCustody(app, ines, move)
  }),
  decision('custody.convert', 'of coin that is sold', async ({ app, ines }) => {
    const { rate } = await app.prices.price('BTC')
    const received = formatAmount(computeCoinValue(800_000n, rate, 'BTC'), 'USD')
    const sale = { currency: 'BTC', amount: '0.008', toCurrency: 'USD', received } as const
    return await convertCustody(app, ines, { ...sale, bankReference: another('SEPA'), reason })
  }),
  decision('network-fee.record', 'of a network fee', ({ app, ines }) => {
    const fee = { currency: 'BTC', amount: '0.01', paidFrom: 'equity' } as const
    return recordNetworkFee(app, ines, { ...fee, txid: another('transaction') })
  }),
]
