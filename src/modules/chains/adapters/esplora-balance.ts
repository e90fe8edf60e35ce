import type { ChainTip } from '../model.ts'
import { type ChainBalance, ChainProviderError } from './chain-provider.ts'
import * as answers from './esplora-answers.ts'
import type { EsploraApi } from './esplora-api.ts'
import { readHistory } from './esplora-history.ts'

/** Reads the confirmed balance of an address at the tip, from its sums. */
export async function readCurrentBalance(
  api: EsploraApi,
  address: string,
  tip: ChainTip,
): Promise<ChainBalance> {
  const path = `/address/${address}`
  const { chain_stats: sums } = await api.readJson(path, 'sums', answers.addressStats)
  const after = await api.readTip()
  if (after.hash !== tip.hash)
    throw new ChainProviderError('behind', 'A block arrived while a balance was read')

  return { units: BigInt(sums.funded_txo_sum) - BigInt(sums.spent_txo_sum), block: tip }
}

/** Computes the balance of an address at an earlier block from all its transactions. */
export async function readPastBalance(
  api: EsploraApi,
  address: string,
  script: string,
  height: number,
): Promise<ChainBalance> {
  const { transactions, completeFrom } = await readHistory(api, address, 0)
  if (completeFrom > 0)
    throw new ChainProviderError(
      'invalid',
      `${address} has too many transactions for its balance at block ${height}`,
    )

  const past = transactions.filter(({ block }) => block && block.height <= height)
  const unspent = new Map<string, bigint>()
  for (const { txid, outputs } of past)
    for (const output of outputs)
      if (output.script === script) unspent.set(`${txid}:${output.index}`, output.units)
  for (const { spends } of past) for (const spent of spends) unspent.delete(spent)

  const hash = await api.readBlockHash(height)
  const { timestamp } = await api.readJson(`/block/${hash}`, 'a block', answers.block)

  return {
    units: [...unspent.values()].reduce((sum, units) => sum + units, 0n),
    block: { height, hash, at: new Date(timestamp * 1_000) },
  }
}
