import { amountText } from '#lib/money.ts'
import { aMember } from '#modules/identity/testing.ts'
import { openCustodyAccount } from '#modules/ledger/acts/open-custody-account.ts'
import { openMemberAccounts } from '#modules/ledger/acts/open-member-accounts.ts'
import { centsFor } from '#modules/market/model.ts'
import { decideProposal } from '#modules/office/commands/decide-proposal.ts'
import { publishedPlan } from '#modules/plans/testing.ts'
import { convertCustody } from '#modules/treasury/commands/convert-custody.ts'
import { matchSuspense } from '#modules/treasury/commands/match-suspense.ts'
import { moveCustody } from '#modules/treasury/commands/move-custody.ts'
import { proposeAssetsPlaced } from '#modules/treasury/commands/propose-assets-placed.ts'
import { proposeAssetsReturned } from '#modules/treasury/commands/propose-assets-returned.ts'
import { proposeCapitalIn } from '#modules/treasury/commands/propose-capital-in.ts'
import { proposeCapitalOut } from '#modules/treasury/commands/propose-capital-out.ts'
import { proposePromotion } from '#modules/treasury/commands/propose-promotion.ts'
import { proposeRefund } from '#modules/treasury/commands/propose-refund.ts'
import { receiveSuspense } from '#modules/treasury/commands/receive-suspense.ts'
import { recordNetworkFee } from '#modules/treasury/commands/record-network-fee.ts'
import { takeFees } from '#modules/treasury/commands/take-fees.ts'
import { capitalOf, feesOf } from '#modules/treasury/testing.ts'
import { another, type House, type Scenario } from '../scenario.ts'

const reason = 'A test of what is left.'
const destination = 'The founders’ account'

/**
 * Twice as much as any act here takes: one that ran twice would not be stopped by an empty account.
 */
async function capital({ app }: House) {
  await capitalOf(app, 'USD', 10_000_000n)
  await capitalOf(app, 'BTC', 200_000_000n)
}

const bitcoin = () =>
  ({ currency: 'BTC', amount: '0.5', txid: another('payment'), reason }) as const
const dollars = () =>
  ({ currency: 'USD', amount: '700', bankReference: another('SEPA'), reason }) as const

async function unmatched({ app, ines }: House): Promise<string> {
  const { movement } = await receiveSuspense(app, ines, bitcoin())
  return 'receipt' in movement ? movement.receipt : ''
}

const planOf = async ({ app }: House) => (await publishedPlan(app)).planId

export const scenarios: Scenario[] = [
  {
    command: 'treasury/propose-capital-in',
    actsAgain: true,
    prepare: async ({ ines }) => {
      const body = bitcoin()
      return {
        run: (on) => proposeCapitalIn(on, ines, body),
        call: { by: ines, path: '/admin/treasury/capital/in', body },
      }
    },
  },
  {
    command: 'treasury/propose-capital-out',
    actsAgain: true,
    prepare: async (house) => {
      await capital(house)

      const body = { currency: 'USD', amount: '900', destination, reason } as const
      return {
        run: (on) => proposeCapitalOut(on, house.ines, body),
        call: { by: house.ines, path: '/admin/treasury/capital/out', body },
      }
    },
  },
  {
    command: 'office/decide-proposal',
    when: 'of capital that leaves',
    prepare: async (house) => {
      await capital(house)

      const body = { currency: 'BTC', amount: '0.5', destination, reason } as const
      const { proposal } = await proposeCapitalOut(house.app, house.ines, body)
      const { id = '', contentHash = '' } = proposal ?? {}

      return {
        run: (on) => decideProposal(on, house.ruth, { id, approve: true, contentHash }),
        call: {
          by: house.ruth,
          path: `/admin/approvals/${id}/approve`,
          body: { hash: contentHash },
        },
      }
    },
  },
  {
    command: 'office/decide-proposal',
    when: 'of capital that came in, with its receipt',
    prepare: async ({ app, ines, ruth }) => {
      const { proposal } = await proposeCapitalIn(app, ines, bitcoin())
      const { id = '', contentHash = '' } = proposal ?? {}
      return {
        run: (on) => decideProposal(on, ruth, { id, approve: true, contentHash }),
        call: { by: ruth, path: `/admin/approvals/${id}/approve`, body: { hash: contentHash } },
      }
    },
  },
  {
    command: 'treasury/propose-assets-placed',
    actsAgain: true,
    prepare: async (house) => {
      await capital(house)

      const planId = await planOf(house)
      const body = { currency: 'BTC', amount: '0.25', destination, reason } as const

      return {
        run: (on) => proposeAssetsPlaced(on, house.ines, { planId, ...body }),
        call: {
          by: house.ines,
          path: '/admin/treasury/assets/place',
          body: { plan: planId, ...body },
        },
      }
    },
  },
  {
    command: 'treasury/propose-assets-returned',
    actsAgain: true,
    prepare: async (house) => {
      const planId = await planOf(house)
      const body = dollars()

      return {
        run: (on) => proposeAssetsReturned(on, house.ines, { planId, ...body }),
        call: {
          by: house.ines,
          path: '/admin/treasury/assets/return',
          body: { plan: planId, ...body },
        },
      }
    },
  },
  {
    command: 'treasury/propose-promotion',
    actsAgain: true,
    prepare: async (house) => {
      await capital(house)

      const promotion = { kind: 'promotion_funded', amount: 50_000n, reason } as const
      const body = { amount: '500', reason }

      return {
        run: (on) => proposePromotion(on, house.ines, promotion),
        call: { by: house.ines, path: '/admin/treasury/promotion/fund', body },
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
    prepare: async (house) => {
      const receipt = await unmatched(house)
      const { member } = await aMember(house.app)

      return {
        run: (on) => matchSuspense(on, house.ines, { receipt, memberId: member.id, reason }),
        call: {
          by: house.ines,
          path: `/admin/treasury/suspense/${receipt}/match`,
          body: { member: member.id, reason },
        },
      }
    },
  },
  {
    command: 'treasury/propose-refund',
    prepare: async (house) => {
      const receipt = await unmatched(house)
      const body = { destination, reason }
      return {
        run: (on) => proposeRefund(on, house.ines, { receipt, ...body }),
        call: { by: house.ines, path: `/admin/treasury/suspense/${receipt}/refund`, body },
      }
    },
  },
  {
    command: 'treasury/move-custody',
    actsAgain: true,
    prepare: async (house) => {
      await capital(house)
      await house.app.db.transaction().execute((tx) => openCustodyAccount(tx, 'cold', 'BTC'))

      const body = { currency: 'BTC', amount: '0.5', toPlace: 'cold', reason } as const

      return {
        run: (on) => moveCustody(on, house.ines, body),
        call: { by: house.ines, path: '/admin/treasury/custody/move', body },
      }
    },
  },
  {
    command: 'treasury/convert-custody',
    actsAgain: true,
    prepare: async (house) => {
      await capital(house)

      const { bankReference } = dollars()
      const { rate } = await house.app.prices.price('BTC')
      const received = amountText(centsFor(800_000n, rate, 'BTC'), 'USD')
      const body = {
        currency: 'BTC',
        amount: '0.008',
        toCurrency: 'USD',
        received,
        bankReference,
        reason,
      } as const

      return {
        run: (on) => convertCustody(on, house.ines, body),
        call: { by: house.ines, path: '/admin/treasury/custody/convert', body },
      }
    },
  },
  {
    command: 'treasury/record-network-fee',
    prepare: async (house) => {
      await capital(house)

      const txid = another('transaction')
      const body = { currency: 'BTC', amount: '0.0001', paidFrom: 'equity', txid } as const

      return {
        run: (on) => recordNetworkFee(on, house.ines, body),
        call: { by: house.ines, path: '/admin/treasury/network-fees', body },
      }
    },
  },
  {
    command: 'treasury/take-fees',
    actsAgain: true,
    prepare: async ({ app, ines }) => {
      const { member } = await aMember(app)
      await app.db.transaction().execute((tx) => openMemberAccounts(tx, member.id))
      await feesOf(app, member.id, 1_000n)

      return {
        run: (on) => takeFees(on, ines, { amount: 500n, reason }),
        call: { by: ines, path: '/admin/treasury/fees/take', body: { amount: '5', reason } },
      }
    },
  },
]
