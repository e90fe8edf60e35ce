import type { Coin } from '#lib/currencies.ts'
import { formatTransactionId, isTransactionId } from '#lib/transaction-ids.ts'
import { buildExplorerLink, type Explorers } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { ChainName } from '../model.ts'
import { isSimulatedChain } from './simulated-state.ts'

/** A stored transaction id with its chain. */
export type ChainTransaction = { chain: ChainName; coin: Coin; txid: string }

/**
 * Returns the page of a transaction in the operator's explorer, or in the sandbox's tools on a
 * simulated chain; null if it has none.
 */
export type LinkTransaction = (transaction: ChainTransaction) => string | null

type Context = Pick<App, 'db' | 'config' | 'chains'>

/** Returns the function that links transactions. */
export async function loadTransactionLinks({
  db,
  config,
  chains,
}: Context): Promise<LinkTransaction> {
  const explorers: Explorers = await getSetting(db, config, 'explorers')

  return ({ chain, coin, txid }) => {
    if (!isTransactionId(txid)) return null
    return isSimulatedChain({ chains }, chain)
      ? `/dev/chain?transaction=${txid}`
      : buildExplorerLink(explorers[chain], formatTransactionId(coin, txid, chain))
  }
}
