import { ChainProviderError, type ChainTransaction, type ChainTransfer } from './chain-provider.ts'
import { computeFee } from './ether-flows.ts'
import { traceTransfers } from './ether-traces.ts'
import { type EvmNode, toBlockRef, WEI_PER_GWEI } from './evm-node.ts'
import type { EvmTransaction } from './evm-schemas.ts'
import { listTokenTransfers } from './token-logs.ts'

export async function findEvmTransaction(
  node: EvmNode,
  txid: string,
): Promise<ChainTransaction | null> {
  const { reads } = node
  const tip = await node.readTip()
  const transaction = await reads.findTransaction(txid)
  if (!transaction) return null

  const base = { txid, tip, replaceable: false, spends: [] }
  const { blockNumber, blockHash } = transaction
  if (blockNumber === null || blockNumber === undefined)
    return {
      ...base,
      block: null,
      failed: false,
      transfers: listOwnValue(node, transaction),
    }

  const receipt = (await reads.readReceipts([txid])).get(txid)
  const header = await reads.readHeader(blockNumber)
  if (!receipt || header.hash !== blockHash || receipt.blockHash !== header.hash)
    throw new ChainProviderError('behind', 'the chain changed while it was read')

  const failed = receipt.status !== 1n
  const tokens = listTokenTransfers(receipt, node.evm.token).map((transfer) => ({
    coin: 'USDT' as const,
    address: node.evm.fromHexAddress(transfer.recipient),
    units: transfer.units,
    outputIndex: transfer.position,
  }))
  const ether = failed ? [] : await listEther(node, transaction)

  return {
    ...base,
    block: toBlockRef(header),
    failed,
    transfers: [...tokens, ...ether],
    ...(node.evm.ether && { fee: (computeFee(receipt) + WEI_PER_GWEI - 1n) / WEI_PER_GWEI }),
  }
}

/** Returns the ether that a transaction moved, by itself and by the calls inside it. */
async function listEther(node: EvmNode, transaction: EvmTransaction): Promise<ChainTransfer[]> {
  if (!node.evm.ether) return []

  const internal = (await traceTransfers(node.rpc, [transaction])) ?? []
  const calls = internal.map(({ recipient, wei, position }) => ({
    coin: 'ETH' as const,
    address: node.evm.fromHexAddress(recipient),
    units: wei / WEI_PER_GWEI,
    outputIndex: position,
  }))

  return [...listOwnValue(node, transaction), ...calls].filter(({ units }) => units > 0n)
}

function listOwnValue({ evm }: EvmNode, { to, value }: EvmTransaction): ChainTransfer[] {
  const units = value / WEI_PER_GWEI
  if (!evm.ether || !to || units === 0n) return []

  return [{ coin: 'ETH', address: evm.fromHexAddress(to), units, outputIndex: 0 }]
}
