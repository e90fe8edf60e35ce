import { DomainError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { runInSnapshot } from '#platform/db/transaction.ts'
import { simulateBroadcast } from '../commands/simulate-broadcast.ts'
import type { ChainName } from '../model.ts'
import { listSimulatedUnspent, readSimulatedBalance } from '../queries/simulated-balances.ts'
import { observeSimulatedBlocks } from '../queries/simulated-blocks.ts'
import {
  findSimulatedTransaction,
  listSimulatedPayments,
  readRawSimulated,
} from '../queries/simulated-chain.ts'
import { readSimulatedTip } from '../queries/simulated-tip.ts'
import { type ChainProvider, ChainProviderError } from './chain-provider.ts'

/** Satoshis per virtual byte for a confirmation within so many blocks. */
const FEE_RATES: ReadonlyMap<number, number> = new Map([
  [1, 12],
  [3, 8],
  [6, 5],
  [144, 2],
])

type Options = { chain: ChainName; name: string; readsBlocks: boolean }

/**
 * Creates a provider of the sandbox's simulated chain, which is in tables of the database. It
 * checks no signature.
 */
export function createSimulatedChain(
  app: Pick<App, 'db' | 'clock'>,
  { chain, name, readsBlocks }: Options,
): ChainProvider {
  const { db, clock } = app
  return {
    chain,
    name,
    simulated: true,
    readsBlocks,

    readTip: () => readSimulatedTip(db, chain),
    observe: (targets, cursor) =>
      runInSnapshot(db, async (tx) => {
        if (readsBlocks)
          return await observeSimulatedBlocks(tx, chain, targets, { cursor, now: clock.now() })
        const tip = await readSimulatedTip(tx, chain)
        const payments = await listSimulatedPayments(tx, chain, { targets, now: clock.now() })
        return { tip, payments, completeFrom: 0, cursor: {} }
      }),
    findPayments: (txid, target) =>
      listSimulatedPayments(db, chain, { targets: [target], txid, now: clock.now() }),
    findTransaction: (txid) =>
      runInSnapshot(db, (tx) => findSimulatedTransaction(tx, chain, txid, clock.now())),
    readBalance: (coin, address, height) =>
      runInSnapshot(db, (tx) => readSimulatedBalance(tx, chain, { coin, address, height })),
    ...(chain === 'bitcoin' && buildBitcoinCalls({ db, clock })),
  }
}

const buildBitcoinCalls = ({ db, clock }: Pick<App, 'db' | 'clock'>) => ({
  listUnspent: (address: string) => listSimulatedUnspent(db, address, clock.now()),
  estimateFeeRates: async () => FEE_RATES,
  readRawTransaction: async (txid: string) => {
    const raw = await readRawSimulated(db, txid)
    if (raw === null)
      throw new ChainProviderError('invalid', 'The simulated chain has no such transaction.')
    return raw
  },
  broadcast: async (rawHex: string) => {
    try {
      return await simulateBroadcast({ db, clock }, rawHex)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      throw new ChainProviderError('rejected', error.message, { cause: error })
    }
  },
})
