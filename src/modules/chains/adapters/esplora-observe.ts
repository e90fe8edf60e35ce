import type { BitcoinNetwork } from '../model/bitcoin-networks.ts'
import type { ChainTip } from '../model.ts'
import { MAX_REORGANISATION } from './bitcoin-core-cursor.ts'
import { type BitcoinTransaction, listSightings, mapTargets } from './bitcoin-transactions.ts'
import { type ChainObservation, ChainProviderError, type WatchTarget } from './chain-provider.ts'
import type { EsploraApi } from './esplora-api.ts'
import { type AddressHistory, readHistory } from './esplora-history.ts'
import { mapLimited } from './provider-requests.ts'

/** Requests at a time: what a small server of one's own answers, and a public one tolerates. */
const CONCURRENCY = 8

/**
 * Reads the history of each target at one tip. A block that arrives meanwhile isn't part of the
 * answer; if blocks were replaced meanwhile, there is none.
 */
export async function observeAddresses(
  api: EsploraApi,
  network: BitcoinNetwork,
  targets: readonly WatchTarget[],
): Promise<ChainObservation> {
  const scripts = mapTargets(targets, network)
  const tip = await api.readTip()
  const histories = await mapLimited(targets, CONCURRENCY, ({ address, fromHeight }) =>
    readHistory(api, address, fromHeight),
  )
  await assertUnchanged(api, tip)

  const payments = histories.flatMap(({ transactions }, index) =>
    transactions
      .filter(({ block }) => block === null || block.height >= getLowestHeight(targets[index]))
      .flatMap((transaction) => listSightings(limitToTip(transaction, tip), scripts)),
  )

  return {
    tip,
    payments: [...new Map(payments.map((one) => [`${one.txid}:${one.outputIndex}`, one])).values()],
    completeFrom: computeFirstHeight(targets, histories),
    cursor: {},
  }
}

/**
 * Returns the height from which a payment can be for a target: its first block, or one that a
 * reorganisation may have put it in. A page of the history also has older ones.
 */
const getLowestHeight = (target: WatchTarget | undefined): number =>
  (target?.fromHeight ?? 0) - MAX_REORGANISATION

/** Throws if the chain no longer has the block that an answer was read at. */
export async function assertUnchanged(api: EsploraApi, tip: ChainTip): Promise<void> {
  if ((await api.readBlockHash(tip.height)) !== tip.hash)
    throw new ChainProviderError('behind', 'Blocks were replaced while addresses were read')
}

/** Returns a transaction as it was at a tip: in the mempool if its block came later. */
const limitToTip = (transaction: BitcoinTransaction, tip: ChainTip): BitcoinTransaction =>
  transaction.block && transaction.block.height > tip.height
    ? { ...transaction, block: null }
    : transaction

/** A target has no payment below its first block, so that most histories are complete. */
const computeFirstHeight = (
  targets: readonly WatchTarget[],
  histories: readonly AddressHistory[],
) =>
  histories.reduce(
    (from, { completeFrom }, index) =>
      completeFrom > (targets[index]?.fromHeight ?? 0) ? Math.max(from, completeFrom) : from,
    0,
  )
