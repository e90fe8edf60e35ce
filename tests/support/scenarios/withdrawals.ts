import { invariant } from '#lib/invariant.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { cancelWithdrawal } from '#modules/withdrawals/commands/cancel-withdrawal.ts'
import { createPayoutBatch } from '#modules/withdrawals/commands/create-payout-batch.ts'
import { exportPayoutBatch } from '#modules/withdrawals/commands/export-payout-batch.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { proposeBatchCancellation } from '#modules/withdrawals/commands/propose-batch-cancellation.ts'
import { proposeWithdrawalReversal } from '#modules/withdrawals/commands/propose-withdrawal-reversal.ts'
import { rejectWithdrawal } from '#modules/withdrawals/commands/reject-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { saveWallets } from '#modules/withdrawals/commands/save-wallets.ts'
import {
  approveReviewed,
  fundMember,
  OTHER_ADDRESS,
  TEST_ADDRESS,
} from '#modules/withdrawals/testing.ts'
import { another, approving, type Scenario, type ScenarioContext } from '../scenario.ts'

/**
 * What is asked for twice is there twice: a command that ran twice would not be stopped by an empty
 * account.
 */
async function createFundedMember({ app, planId }: ScenarioContext, cash = 100_000n) {
  const { member } = await createTestMember(app)
  await fundMember(app, member.id, { cash, invested: 800_000n, planVersionId: planId })
  return member
}

/**
 * Cash of 1,000 doesn't cover 2,000: a part of the principal is redeemed for it, and comes back
 * when it is released.
 */
async function createWithdrawal(context: ScenarioContext, amount = '2000', cash?: bigint) {
  const member = await createFundedMember(context, cash)
  const input = { amount, method: 'USDT', address: TEST_ADDRESS }
  return { member, ...(await requestWithdrawal(context.app, member, input)) }
}

/** Many batches of it stay below the amount that needs a second admin. */
const SMALL = '30'

async function createApprovedWithdrawal(context: ScenarioContext, amount?: string) {
  const { id } = await createWithdrawal(context, amount)
  await approveReviewed(context.app, context.ines, id)
  return id
}

async function createBatch(context: ScenarioContext) {
  const withdrawalIds = [await createApprovedWithdrawal(context, SMALL)]
  return await createPayoutBatch(context.app, context.ines, { method: 'USDT', withdrawalIds })
}

/** What a cancelled batch left to be exported again would be part of the next one. */
async function rejectExportable({ app, ines, owner }: ScenarioContext) {
  const { rows } = await owner.query<{ id: string }>(
    "select id from withdrawal where status = 'approved' and payout_batch_id is null",
  )
  for (const { id } of rows)
    await rejectWithdrawal(app, ines, { withdrawalId: id, reason: 'The run is over.' })
}

export const scenarios: Scenario[] = [
  {
    command: 'withdrawals/request-withdrawal',
    repeatable: true,
    prepare: async (context) => {
      const member = await createFundedMember(context)
      const body = { amount: '2000', payment_channel: 'USDT', wallet_address: TEST_ADDRESS }
      const input = {
        amount: body.amount,
        method: body.payment_channel,
        address: body.wallet_address,
      }

      return {
        run: (on) => requestWithdrawal(on, member, input),
        call: { by: member, path: '/withdraw', body },
      }
    },
  },
  {
    command: 'withdrawals/cancel-withdrawal',
    prepare: async (context) => {
      const { member, id } = await createWithdrawal(context)
      return {
        run: (on) => cancelWithdrawal(on, member, id),
        call: { by: member, path: `/withdraw/${id}/cancel`, body: {} },
      }
    },
  },
  {
    command: 'withdrawals/approve-withdrawal',
    prepare: async (context) => {
      const { id } = await createWithdrawal(context)
      return {
        run: (on) => approveReviewed(on, context.ines, id),
        call: {
          by: context.ines,
          path: `/admin/withdrawals/${id}/approve`,
          body: { addressReviewed: true },
        },
      }
    },
  },
  {
    command: 'withdrawals/approve-withdrawal',
    when: 'as the first of two',
    prepare: async (context) => {
      const { id } = await createWithdrawal(context, '10500', 1_000_000n)
      return { run: (on) => approveReviewed(on, context.ines, id) }
    },
  },
  {
    command: 'withdrawals/reject-withdrawal',
    prepare: async (context) => {
      const { id } = await createWithdrawal(context)
      const reason = 'The address is under review.'
      return {
        run: (on) => rejectWithdrawal(on, context.ines, { withdrawalId: id, reason }),
        call: { by: context.ines, path: `/admin/withdrawals/${id}/reject`, body: { reason } },
      }
    },
  },
  {
    command: 'withdrawals/mark-paid',
    prepare: async (context) => {
      const id = await createApprovedWithdrawal(context)
      const txid = another('tx-paid')
      return {
        run: (on) => markPaid(on, context.ines, { withdrawalId: id, txid }),
        call: { by: context.ines, path: `/admin/withdrawals/${id}/paid`, body: { txid } },
      }
    },
  },
  {
    command: 'withdrawals/create-payout-batch',
    first: true,
    prepare: async (context) => {
      const id = await createApprovedWithdrawal(context, SMALL)
      const body = { method: 'USDT', withdrawals: [id] } as const
      return {
        run: (on) =>
          createPayoutBatch(on, context.ines, { method: body.method, withdrawalIds: [id] }),
        call: { by: context.ines, path: '/admin/payout-batches', body },
      }
    },
  },
  {
    command: 'withdrawals/export-payout-batch',
    first: true,
    prepare: async (context) => {
      const batchId = await createBatch(context)
      return {
        run: (on) => exportPayoutBatch(on, context.ines, { batchId }),
        call: { by: context.ines, path: `/admin/payout-batches/${batchId}/export`, body: {} },
      }
    },
  },
  {
    command: 'withdrawals/propose-withdrawal-reversal',
    prepare: async (context) => {
      const withdrawalId = await createApprovedWithdrawal(context)
      await markPaid(context.app, context.ines, { withdrawalId, txid: another('tx-reversed') })
      const body = { reason: 'It came back.' }
      return {
        run: (on) => proposeWithdrawalReversal(on, context.ines, { withdrawalId, ...body }),
        call: { by: context.ines, path: `/admin/withdrawals/${withdrawalId}/reverse`, body },
      }
    },
  },
  {
    command: 'withdrawals/propose-batch-cancellation',
    first: true,
    prepare: async (context) => {
      const batchId = await createBatch(context)
      await exportPayoutBatch(context.app, context.ines, { batchId })
      const reason = 'The file was never sent.'
      return {
        run: (on) => proposeBatchCancellation(on, context.ines, { batchId, reason }),
        call: {
          by: context.ines,
          path: `/admin/payout-batches/${batchId}/cancel`,
          body: { reason },
        },
      }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of a large payout batch',
    decides: 'payout-batch.export',
    first: true,
    prepare: async (context) => {
      const { app, ines, ruth } = context
      await rejectExportable(context)
      const { id } = await createWithdrawal(context, '20000', 5_000_000n)
      for (const admin of [ines, ruth]) await approveReviewed(app, admin, id)
      const batchId = await createPayoutBatch(app, ines, { method: 'USDT', withdrawalIds: [id] })
      const { proposal } = await exportPayoutBatch(app, ines, { batchId })
      invariant(proposal, 'a large batch is exported by two admins')
      return approving(ruth, proposal)
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of the end of a payout batch',
    decides: 'payout-batch.cancel',
    first: true,
    prepare: async (context) => {
      const { app, ines, ruth } = context
      await rejectExportable(context)
      const batchId = await createBatch(context)
      await exportPayoutBatch(app, ines, { batchId })
      const reason = 'The file was never sent.'
      const proposal = await proposeBatchCancellation(app, ines, { batchId, reason })
      invariant(proposal, 'an exported batch is cancelled by two admins')
      return approving(ruth, proposal)
    },
  },
  {
    command: 'withdrawals/save-wallets',
    prepare: async ({ app }) => {
      const { member } = await createTestMember(app)
      await saveWallets(app, member, { usdt: TEST_ADDRESS })
      return {
        run: (on) => saveWallets(on, member, { usdt: OTHER_ADDRESS, ethereum: TEST_ADDRESS }),
      }
    },
  },
]
