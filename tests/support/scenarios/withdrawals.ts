import { aMember } from '#modules/identity/testing.ts'
import { approveWithdrawal } from '#modules/withdrawals/commands/approve-withdrawal.ts'
import { cancelWithdrawal } from '#modules/withdrawals/commands/cancel-withdrawal.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { saveWallets } from '#modules/withdrawals/commands/save-wallets.ts'
import { fund, OTHER_ADDRESS, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { another, type House, type Scenario } from '../scenario.ts'

/**
 * What is asked for twice is there twice: a command that ran twice would not be stopped by an empty
 * account.
 */
async function funded({ app, planId }: House, cash = 100_000n) {
  const { member } = await aMember(app)
  await fund(app, member.id, { cash, invested: 800_000n, planVersionId: planId })
  return member
}

/**
 * Cash of 1,000 doesn't cover 2,000: a part of the principal is redeemed for it, and comes back
 * when it is released.
 */
async function requested(house: House, amount = '2000', cash?: bigint) {
  const member = await funded(house, cash)
  const wanted = { amount, method: 'USDT', address: TEST_ADDRESS }
  return { member, ...(await requestWithdrawal(house.app, member, wanted)) }
}

async function approved(house: House) {
  const { id } = await requested(house)
  await approveWithdrawal(house.app, house.ines, id)
  return id
}

export const scenarios: Scenario[] = [
  {
    command: 'withdrawals/request-withdrawal',
    actsAgain: true,
    prepare: async (house) => {
      const member = await funded(house)
      const body = { amount: '2000', payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
      const wanted = {
        amount: body.amount,
        method: body.payment_channel,
        address: body.wallet_address,
      }

      return {
        run: (on) => requestWithdrawal(on, member, wanted),
        call: { by: member, path: '/withdraw', body },
      }
    },
  },
  {
    command: 'withdrawals/cancel-withdrawal',
    prepare: async (house) => {
      const { member, id } = await requested(house)
      return {
        run: (on) => cancelWithdrawal(on, member, id),
        call: { by: member, path: `/withdraw/${id}/cancel`, body: {} },
      }
    },
  },
  {
    command: 'withdrawals/approve-withdrawal',
    prepare: async (house) => {
      const { id } = await requested(house)
      return {
        run: (on) => approveWithdrawal(on, house.ines, id),
        call: { by: house.ines, path: `/admin/withdrawals/${id}/approve`, body: {} },
      }
    },
  },
  {
    command: 'withdrawals/approve-withdrawal',
    when: 'as the first of two',
    prepare: async (house) => {
      const { id } = await requested(house, '10500', 1_000_000n)
      return { run: (on) => approveWithdrawal(on, house.ines, id) }
    },
  },
  {
    command: 'withdrawals/reject-withdrawal',
    prepare: async (house) => {
      const { id } = await requested(house)
      const reason = 'The address is under review.'
      return {
        run: (on) => rejectWithdrawal(on, house.ines, { withdrawalId: id, reason }),
        call: { by: house.ines, path: `/admin/withdrawals/${id}/reject`, body: { reason } },
      }
    },
  },
  {
    command: 'withdrawals/mark-paid',
    prepare: async (house) => {
      const id = await approved(house)
      const txid = another('tx-paid')
      return {
        run: (on) => markPaid(on, house.ines, { withdrawalId: id, txid }),
        call: { by: house.ines, path: `/admin/withdrawals/${id}/paid`, body: { txid } },
      }
    },
  },
  {
    command: 'withdrawals/save-wallets',
    prepare: async ({ app }) => {
      const { member } = await aMember(app)
      await saveWallets(app, member, { usdt: TEST_ADDRESS })
      return {
        run: (on) => saveWallets(on, member, { usdt: OTHER_ADDRESS, ethereum: TEST_ADDRESS }),
      }
    },
  },
]
