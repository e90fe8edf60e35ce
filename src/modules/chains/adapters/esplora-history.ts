import type { BitcoinTransaction } from './bitcoin-transactions.ts'
import { ChainProviderError } from './chain-provider.ts'
import type { EsploraApi } from './esplora-api.ts'

/** Pages of an address that are read in one call; a page has 10 or 25 confirmed transactions. */
const MAX_PAGES = 200

export type AddressHistory = {
  transactions: BitcoinTransaction[]
  /** The first height of which no transaction is left out. */
  completeFrom: number
}

/**
 * Reads the transactions of an address, newest first, down to a height; those in the mempool come
 * first. Most addresses have none or one, which takes one or two requests.
 */
export async function readHistory(
  api: EsploraApi,
  address: string,
  fromHeight: number,
): Promise<AddressHistory> {
  const transactions = await api.readTransactions(`/address/${address}/txs`)
  let page = transactions

  for (let pages = 1; ; pages++) {
    const last = page.at(-1)
    const lastHeight = last?.block?.height
    if (!last || lastHeight === undefined || lastHeight < fromHeight)
      return { transactions, completeFrom: fromHeight }
    if (pages === MAX_PAGES) return { transactions, completeFrom: lastHeight + 1 }

    page = await api.readTransactions(`/address/${address}/txs/chain/${last.txid}`)
    assertOlder(page, lastHeight)
    transactions.push(...page)
  }
}

/** A page that isn't older than the one before it would never end. */
function assertOlder(page: readonly BitcoinTransaction[], height: number) {
  if (page.some(({ block }) => block === null || block.height > height))
    throw new ChainProviderError('invalid', 'A page of an address is newer than the one before it')
}
