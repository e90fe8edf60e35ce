import { formatAmount } from '#lib/money.ts'
import { CHAINS, type ChainName } from '#modules/chains/model.ts'
import {
  listSimulatedBlocks,
  listSimulatedTransactions,
  readSimulatedTip,
} from '#modules/chains/queries.ts'
import { type Deposit, listDeposits } from '#modules/deposits/queries.ts'
import type { App } from '#platform/app.ts'

const SHOWN_TRANSACTIONS = 30
const SHOWN_BLOCKS = 10
const SHOWN_DEPOSITS = 50

/** Returns the chain that a deposit is paid on. */
export const getDepositChain = ({ coin, network }: Pick<Deposit, 'coin' | 'network'>): ChainName =>
  coin === 'BTC' ? 'bitcoin' : /tron|trc/i.test(network) ? 'tron' : 'ethereum'

/** Returns the deposits that a payment can be simulated for, and the simulated chains. */
export async function readSimulatedChains({ db, clock }: Pick<App, 'db' | 'clock'>) {
  const now = clock.now()
  const open = { limit: SHOWN_DEPOSITS, status: 'awaiting_payment' } as const
  const expired = { limit: SHOWN_DEPOSITS, status: 'expired' } as const
  const deposits = await Promise.all([listDeposits(db, now, open), listDeposits(db, now, expired)])

  return {
    deposits: deposits.flat().map((deposit) => ({
      id: deposit.id,
      chain: getDepositChain(deposit),
      coin: deposit.coin,
      address: deposit.address,
      amount: formatAmount(deposit.coinAmount, deposit.coin),
      status: deposit.status,
      expiresAt: deposit.expiresAt.toISOString(),
    })),
    chains: await Promise.all(CHAINS.map((chain) => readSimulatedChain(db, chain))),
  }
}

async function readSimulatedChain(db: App['db'], chain: ChainName) {
  const [tip, blocks, transactions] = await Promise.all([
    readSimulatedTip(db, chain),
    listSimulatedBlocks(db, chain, SHOWN_BLOCKS),
    listSimulatedTransactions(db, chain, SHOWN_TRANSACTIONS),
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

export type SimulatedChains = Awaited<ReturnType<typeof readSimulatedChains>>
