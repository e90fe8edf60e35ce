import { NO_CHAINS } from '#modules/chains/adapters/chain-provider.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createPayoutBatch } from '#modules/withdrawals/commands/create-payout-batch.ts'
import { exportPayoutBatch } from '#modules/withdrawals/commands/export-payout-batch.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { getAnyWithdrawal } from '#modules/withdrawals/queries.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'
import { createTestApp } from './app.ts'
import { FakeChain } from './fake-chain.ts'

/** An app with a fake node of Ethereum, and what a test of payouts does with it. */
export async function startPayoutChain() {
  const testApp = await createTestApp()
  const chain = new FakeChain('ethereum')
  const app: App & Pick<typeof testApp.app, 'clock'> = {
    ...testApp.app,
    chains: { ...NO_CHAINS, ethereum: [chain] },
  }
  const ines: Admin = (await createTestAdmin(app, { role: 'finance' })).admin
  const ruth: Admin = (await createTestAdmin(app, { role: 'owner' })).admin

  const createApproved = async (amount = '300') => {
    const { member } = await createTestMember(app)
    await fundMember(app, member.id, { cash: 2_000_000n })
    const input = { amount, method: 'USDT', address: TEST_ADDRESS }
    const { id } = await requestWithdrawal(app, member, input)
    return await approveReviewed(app, ines, id)
  }

  return {
    app,
    chain,
    ines,
    ruth,
    database: testApp.database,
    close: testApp.close,
    createApproved,
    /** An exported batch of withdrawals of so many dollars each. */
    createExported: async (...amounts: string[]) => {
      const lines = []
      for (const amount of amounts) lines.push(await createApproved(amount))
      const withdrawalIds = lines.map(({ id }) => id)
      const batchId = await createPayoutBatch(app, ines, { method: 'USDT', withdrawalIds })
      await exportPayoutBatch(app, ines, { batchId, kind: 'csv' })
      return { batchId, lines }
    },
    /** The transfer that pays a withdrawal. */
    toTransfer: (
      { address, coinAmount }: { address: string; coinAmount: bigint | null },
      outputIndex: number,
    ) => ({ coin: 'USDT' as const, address, units: coinAmount ?? 0n, outputIndex }),
    findWithdrawal: (id: string) => getAnyWithdrawal(app.db, id),
  }
}

export type PayoutChain = Awaited<ReturnType<typeof startPayoutChain>>
