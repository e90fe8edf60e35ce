import type { BlockRef, ChainTip } from '../model.ts'
import * as answers from './bitcoin-core-answers.ts'
import { type CoreCursor, MAX_REORGANISATION } from './bitcoin-core-cursor.ts'
import type { CoreRpc } from './bitcoin-core-rpc.ts'
import { allowsReplacement, type BitcoinTransaction } from './bitcoin-transactions.ts'
import { ChainProviderError } from './chain-provider.ts'

export type CoreBlock = { block: BlockRef; transactions: BitcoinTransaction[] }

/** Returns the blocks of a cursor that the chain still has: those up to the fork. */
export async function findKnownBlocks(
  rpc: CoreRpc,
  { blocks }: CoreCursor,
  tip: ChainTip,
): Promise<CoreCursor['blocks']> {
  const known = [...blocks]

  for (let last = known.at(-1); last; last = known.at(-1)) {
    const { height, hash } = last
    const sameHeight =
      height <= tip.height ? await rpc.call('getblockhash', [height], answers.hash) : null
    if (sameHeight === hash) break
    known.pop()
  }

  if (known.length === 0 && blocks.length === MAX_REORGANISATION)
    throw new ChainProviderError('invalid', `More than ${MAX_REORGANISATION} blocks were replaced`)

  return known
}

/** Reads a block with its transactions. Throws if it doesn't follow the one before it. */
export async function readBlock(
  rpc: CoreRpc,
  height: number,
  previousHash: string | undefined,
): Promise<CoreBlock> {
  const hash = await rpc.call('getblockhash', [height], answers.hash)
  const found = await rpc.call('getblock', [hash, 2], answers.block)
  const follows = previousHash === undefined || found.previousblockhash === previousHash
  if (found.hash !== hash || found.height !== height || !follows)
    throw new ChainProviderError('behind', `Block ${height} was replaced while blocks were read`)

  const block = { height, hash, at: new Date(found.time * 1_000) }
  return { block, transactions: found.tx.map((one) => toTransaction(one, block)) }
}

export const toTransaction = (
  { txid, vin, vout }: answers.CoreTransaction,
  block: BlockRef | null,
): BitcoinTransaction => ({
  txid,
  block,
  outputs: vout.map(({ n, scriptPubKey, value }) => ({
    index: n,
    script: scriptPubKey.hex,
    units: value,
  })),
  spends: vin.flatMap((input) => (input.txid ? [`${input.txid}:${input.vout}`] : [])),
  signalsReplacement: allowsReplacement(vin),
})
