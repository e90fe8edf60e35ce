import { changeAddressSource } from '#modules/administration/commands/change-address-source.ts'
import { NO_CHAINS } from '#modules/chains/adapters/chain-provider.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import { createPayoutBatch } from '#modules/withdrawals/commands/create-payout-batch.ts'
import { exportPayoutBatch } from '#modules/withdrawals/commands/export-payout-batch.ts'
import { followPayouts } from '#modules/withdrawals/commands/follow-payouts.ts'
import { recordPayoutFees } from '#modules/withdrawals/commands/record-payout-fees.ts'
import { recordPayoutTransactions } from '#modules/withdrawals/commands/record-payout-transactions.ts'
import { replacePayout } from '#modules/withdrawals/commands/replace-payout.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { sendPayout } from '#modules/withdrawals/commands/send-payout.ts'
import { storeSignedPayout } from '#modules/withdrawals/commands/store-signed-payout.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'
import { prepareBitcoinPayouts, signPsbt } from '../bitcoin-payouts.ts'
import { FakeChain } from '../fake-chain.ts'
import { createTransactionId, type Scenario, type ScenarioContext } from '../scenario.ts'

/** Each batch that was exported spends one. */
const COINS = 120

type Bitcoin = Awaited<ReturnType<typeof prepareBitcoinPayouts>>
const prepared = new WeakMap<ScenarioContext, Promise<Bitcoin>>()

async function startBitcoin(context: ScenarioContext): Promise<Bitcoin> {
  const bitcoin = prepared.get(context) ?? prepareBitcoinPayouts(context, COINS)
  prepared.set(context, bitcoin)
  return await bitcoin
}

/** An exported Bitcoin batch of one withdrawal, and its app with the fake node on another database. */
async function createBitcoinBatch(context: ScenarioContext) {
  const bitcoin = await startBitcoin(context)
  const { batchId } = await bitcoin.createExported(['30'])
  const { psbt, txid } = await bitcoin.getCurrent(batchId)
  const { chains } = bitcoin.app
  const on = (app: App): App => ({ ...app, chains })
  return { bitcoin, batchId, psbt, txid, on }
}

async function createSigned(context: ScenarioContext) {
  const batch = await createBitcoinBatch(context)
  const { bitcoin, batchId, psbt } = batch
  await storeSignedPayout(bitcoin.app, context.ines, { batchId, signed: signPsbt(psbt) })
  return batch
}

/** After the last one that needs the account key: other scenarios pay to the shared address. */
const finish = async ({ app, ruth }: ScenarioContext) =>
  void (await changeAddressSource(app, ruth, { method: 'BITCOIN', mode: 'shared' }))

/** An exported batch of one withdrawal in USDT, sent, with the chain that shows its payment. */
async function createSent({ app, ines }: ScenarioContext) {
  const { member } = await createTestMember(app)
  await fundMember(app, member.id, { cash: 100_000n })
  const input = { amount: '30', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(app, member, input)
  const { address, coinAmount } = await approveReviewed(app, ines, id)
  const batchId = await createPayoutBatch(app, ines, { method: 'USDT', withdrawalIds: [id] })
  await exportPayoutBatch(app, ines, { batchId, kind: 'csv' })

  const chain = new FakeChain('ethereum')
  const txid = createTransactionId()
  const transfer = { coin: 'USDT' as const, address, units: coinAmount ?? 0n, outputIndex: 0 }
  chain.transactions.set(txid, { transfers: [transfer], height: 1 })
  return { batchId, txid, chains: { ...NO_CHAINS, ethereum: [chain] } }
}

/** The withdrawal is paid in a transaction of its own, before its batch shows it. */
const LINE_PAID = [
  'ledger.account +2 -2',
  'ledger.journal +3 -0',
  'pgboss.job_common +1 -0',
  'public.audit_event +1 -0',
  'public.audit_pending +1 -0',
  'public.monitoring_change +1 -0',
  'public.notification +1 -0',
  'public.outbox +1 -0',
  'public.simulated_outside +1 -0',
  'public.withdrawal +1 -1',
  'posted fee_charged member_hold_cash → fees 300',
  'posted withdrawal_paid exchange → custody USDT',
  'posted withdrawal_paid member_hold_cash → exchange 2700',
]

export const scenarios: Scenario[] = [
  {
    command: 'withdrawals/record-payout-transactions',
    prepare: async (context) => {
      const { batchId, txid } = await createSent(context)
      const input = { batchId, txids: [txid] }
      return {
        run: (on) => recordPayoutTransactions(on, context.ines, input),
        call: {
          by: context.ines,
          path: `/admin/payout-batches/${batchId}/transactions`,
          body: { txid },
        },
      }
    },
  },
  {
    command: 'withdrawals/follow-payouts',
    stages: [LINE_PAID],
    prepare: async (context) => {
      const { batchId, txid, chains } = await createSent(context)
      await recordPayoutTransactions(context.app, context.ines, { batchId, txids: [txid] })
      return { run: (on) => followPayouts({ ...on, chains }, batchId) }
    },
  },
  {
    command: 'withdrawals/store-signed-payout',
    prepare: async (context) => {
      const { batchId, psbt, on } = await createBitcoinBatch(context)
      const input = { batchId, signed: signPsbt(psbt) }
      return { run: (app) => storeSignedPayout(on(app), context.ines, input) }
    },
  },
  {
    command: 'withdrawals/send-payout',
    prepare: async (context) => {
      const { batchId, on } = await createSigned(context)
      const input = { batchId, sentByOperator: false }
      return { run: (app) => sendPayout(on(app), context.ines, input) }
    },
  },
  {
    command: 'withdrawals/replace-payout',
    prepare: async (context) => {
      const { batchId, on } = await createBitcoinBatch(context)
      const input = { batchId, feeRate: 9_000n }
      return { run: (app) => replacePayout(on(app), context.ines, input) }
    },
  },
  {
    command: 'withdrawals/record-payout-fees',
    prepare: async (context) => {
      const { bitcoin, batchId, psbt, txid, on } = await createSigned(context)
      await recordPayoutFees(bitcoin.app) // what others left
      await fundCapital(context.app, 'BTC', 50_000_000n)
      const transfers = bitcoin.readTransfers(psbt)
      bitcoin.chain.transactions.set(txid, { transfers, height: 1 })
      await followPayouts(bitcoin.app, batchId)
      return { run: (app) => recordPayoutFees(on(app)) }
    },
    finish,
  },
]
