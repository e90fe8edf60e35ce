import { simulateBlocks } from '#modules/chains/commands/simulate-blocks.ts'
import { simulateBroadcast } from '#modules/chains/commands/simulate-broadcast.ts'
import { simulateDoubleSpend } from '#modules/chains/commands/simulate-double-spend.ts'
import { simulateDrop } from '#modules/chains/commands/simulate-drop.ts'
import { simulatePayment } from '#modules/chains/commands/simulate-payment.ts'
import { simulateReorganisation } from '#modules/chains/commands/simulate-reorganisation.ts'
import { simulateReplacement } from '#modules/chains/commands/simulate-replacement.ts'
import { simulateSettledPayment } from '#modules/chains/commands/simulate-settled-payment.ts'
import { watchChain } from '#modules/chains/commands/watch-chain.ts'
import { buildBitcoinTransaction } from '#modules/chains/model/simulated-bitcoin.ts'
import { TEST_ADDRESSES, watchTestAddress } from '#modules/chains/testing.ts'
import type { App } from '#platform/app.ts'
import { createTransactionId, type Scenario } from '../scenario.ts'

const chain = 'bitcoin'
const address = TEST_ADDRESSES.BTC
let nextUnits = 7_000n
const outputs = [{ coin: 'BTC' as const, address, units: 5n }]

const pay = (app: App) =>
  simulatePayment(app, { chain, coin: 'BTC', address: TEST_ADDRESSES.BTC, units: 5_000n })

/** Pays so that the transaction is alone in the newest of so many blocks. */
async function payInBlock(app: App, blocks = 1): Promise<string> {
  await simulateBlocks(app, chain, 1) // what others left in the mempool
  const txid = await pay(app)
  await simulateBlocks(app, chain, blocks)
  return txid
}

/** An address on TRON, where no other scenario is paid. */
const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
/** Longer than a claim that a failure has left. */
const ROUND_MS = 200_000

/** What a round stores in transactions of their own: its claim, and what each provider shows. */
const CLAIMED = 'public.chain_provider +2 -2'
const PAYMENT = 'public.chain_payment +1 -0'
const ROUND_STAGES = [
  [CLAIMED],
  ['public.chain_address +1 -1', PAYMENT, CLAIMED, 'public.chain_sighting +1 -0'],
  [PAYMENT, CLAIMED, 'public.chain_sighting +1 -0'],
  [PAYMENT, CLAIMED, 'public.chain_sighting +2 -0'],
]

export const scenarios: Scenario[] = [
  {
    command: 'chains/watch-chain',
    stages: ROUND_STAGES,
    prepare: async ({ app }) => {
      const target = { chain: 'tron', coin: 'USDT', address: TRON } as const
      await watchTestAddress(app, target)
      await simulateBlocks(app, 'tron', 100) // settles what was paid before
      app.clock.advance(ROUND_MS)
      await watchChain(app, 'tron')
      await simulatePayment(app, { ...target, units: 5n })
      return {
        run: async (on) => {
          app.clock.advance(ROUND_MS)
          await watchChain(on, 'tron')
        },
      }
    },
  },
  {
    command: 'chains/simulate-payment',
    prepare: async () => ({ run: pay }),
  },
  {
    command: 'chains/simulate-settled-payment',
    prepare: async ({ app }) => {
      await simulateBlocks(app, chain, 1) // what others left in the mempool
      const units = nextUnits++ // another amount than the chain shows already
      return { run: (on) => simulateSettledPayment(on, { chain, coin: 'BTC', address, units }) }
    },
  },
  {
    command: 'chains/simulate-broadcast',
    prepare: async () => {
      const inputs = [{ txid: createTransactionId(), index: 0 }]
      const { raw } = buildBitcoinTransaction(inputs, [{ address, units: 9n }], true)
      return { run: (on) => simulateBroadcast(on, raw) }
    },
  },
  {
    command: 'chains/simulate-blocks',
    prepare: async ({ app }) => {
      await payInBlock(app)
      await pay(app)
      return { run: (on) => simulateBlocks(on, chain, 2) }
    },
  },
  {
    command: 'chains/simulate-drop',
    prepare: async ({ app }) => {
      const txid = await pay(app)
      return { run: (on) => simulateDrop(on, chain, txid) }
    },
  },
  {
    command: 'chains/simulate-replacement',
    prepare: async ({ app }) => {
      const txid = await pay(app)
      return { run: (on) => simulateReplacement(on, { chain, txid, outputs }) }
    },
  },
  {
    command: 'chains/simulate-double-spend',
    prepare: async ({ app }) => {
      const txid = await payInBlock(app, 2)
      return { run: (on) => simulateDoubleSpend(on, { chain, txid, outputs }) }
    },
  },
  {
    command: 'chains/simulate-reorganisation',
    prepare: async ({ app }) => {
      await payInBlock(app, 2)
      return { run: (on) => simulateReorganisation(on, chain, 2) }
    },
  },
]
