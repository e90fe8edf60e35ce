import type { PaymentSighting } from '../model.ts'
import {
  type ChainProvider,
  ChainProviderError,
  type ChainTransaction,
  type ChainTransfer,
  type WatchTarget,
} from './chain-provider.ts'
import { computeFee } from './ether-flows.ts'
import { readEtherPayments } from './ether-scan.ts'
import { traceTransfers } from './ether-traces.ts'
import { type EvmNode, toBlockRef, WEI_PER_GWEI } from './evm-node.ts'
import { toHex } from './evm-reads.ts'
import type { EvmTransaction } from './evm-schemas.ts'
import { listTokenTransfers } from './token-logs.ts'

type Lookups = Pick<ChainProvider, 'findPayments' | 'findTransaction' | 'readBalance'>

/** Returns the calls that look up one transaction or balance. */
export function createEvmLookups(node: EvmNode): Lookups {
  return {
    findTransaction: (txid) => findTransaction(node, txid),

    findPayments: async (txid, target) => {
      const transaction = await findTransaction(node, txid)
      if (!transaction) return findBalancePayment(node, txid, target)

      return transaction.transfers
        .filter(({ coin, address }) => coin === target.coin && address === target.address)
        .map(({ coin, address, units, outputIndex }) => ({
          coin,
          txid,
          outputIndex,
          address,
          units,
          block: transaction.block,
          replaceable: false,
          trace: coin === 'USDT' ? 'log' : 'transaction',
        }))
    },

    readBalance: async (coin, address, height) => {
      const { reads, evm } = node
      const tip = await node.readTip()
      if (height !== undefined && height !== tip.height && !evm.hasPastState)
        throw new ChainProviderError('invalid', 'reads balances at its newest block only')

      const at = height ?? tip.height
      const hexAddress = evm.toHexAddress(address)
      const block = evm.hasPastState ? toHex(at) : 'latest'
      const units =
        coin === 'USDT'
          ? await reads.readToken(evm.token, hexAddress, block)
          : ((await reads.readEther([hexAddress], at))[0] ?? 0n) / WEI_PER_GWEI

      if (!evm.hasPastState && (await reads.readHead()).hash !== tip.hash)
        throw new ChainProviderError('behind', 'a new block came while the balance was read')

      return { units, block: toBlockRef(await reads.readHeader(at)) }
    },
  }
}

async function findTransaction(node: EvmNode, txid: string): Promise<ChainTransaction | null> {
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

/** Finds a payment that only the balance shows; its id is the hash of the block. */
async function findBalancePayment(
  node: EvmNode,
  hash: string,
  { coin, address }: WatchTarget,
): Promise<PaymentSighting[]> {
  const { rpc, reads, evm } = node
  const height = coin === 'ETH' && evm.ether ? await reads.findHeightOfBlock(hash) : null
  if (height === null) return []

  const header = await reads.readHeader(height)
  if (header.hash !== hash) return []

  const addresses = [evm.toHexAddress(address)]
  const { payments } = await readEtherPayments({ rpc, reads, addresses, from: height, to: height })

  return payments
    .filter(({ trace, wei }) => trace === 'balance' && wei >= WEI_PER_GWEI)
    .map(({ txid, outputIndex, wei, trace }) => ({
      coin,
      txid,
      outputIndex,
      address,
      units: wei / WEI_PER_GWEI,
      block: toBlockRef(header),
      replaceable: false,
      trace,
    }))
}
