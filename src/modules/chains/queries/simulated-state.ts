import { formatAmount } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { CHAINS, type ChainName } from '../model.ts'
import { listSimulatedBlocks, listSimulatedTransactions } from './simulated-blocks.ts'
import { readSimulatedTip } from './simulated-tip.ts'

const SHOWN_TRANSACTIONS = 30
const SHOWN_BLOCKS = 10

/** A simulated chain as the sandbox shows it, with texts instead of units and instants. */
export type SimulatedChain = Awaited<ReturnType<typeof readSimulatedChain>>

/** Returns whether the sandbox simulates a chain; it doesn't where a provider is configured. */
export const isSimulatedChain = ({ chains }: Pick<App, 'chains'>, chain: ChainName): boolean =>
  chains[chain].length > 0 && chains[chain].every(({ simulated }) => simulated)

type Filter = { txid?: string | undefined }

/** Returns each simulated chain with its newest transactions, or one of them, and blocks. */
export const listSimulatedChains = (
  reader: Reader,
  filter: Filter = {},
): Promise<SimulatedChain[]> =>
  Promise.all(CHAINS.map((chain) => readSimulatedChain(reader, chain, filter)))

async function readSimulatedChain(reader: Reader, chain: ChainName, { txid }: Filter) {
  const [tip, blocks, transactions] = await Promise.all([
    readSimulatedTip(reader, chain),
    listSimulatedBlocks(reader, chain, SHOWN_BLOCKS),
    listSimulatedTransactions(reader, chain, { count: SHOWN_TRANSACTIONS, txid }),
  ])

  return {
    chain,
    height: tip.height,
    finalHeight: tip.finalHeight,
    blocks: blocks.map(({ height, hash, minedAt }) => ({
      height,
      hash,
      minedAt: minedAt.toISOString(),
    })),
    transactions: transactions.map(({ txid, height, sentAt, outputs }) => ({
      txid,
      height,
      confirmations: height === null ? 0 : tip.height - height + 1,
      sentAt: sentAt.toISOString(),
      outputs: outputs.map(({ coin, address, units }) => ({
        coin,
        address,
        amount: formatAmount(units, coin),
      })),
    })),
  }
}
