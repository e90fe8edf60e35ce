import type { PaymentSighting } from '../model.ts'
import { type ChainProvider, ChainProviderError, type WatchTarget } from './chain-provider.ts'
import { readEtherPayments } from './ether-scan.ts'
import { type EvmNode, toBlockRef, WEI_PER_GWEI } from './evm-node.ts'
import { toHex } from './evm-reads.ts'
import { findEvmTransaction } from './evm-transaction.ts'

type Lookups = Pick<ChainProvider, 'findPayments' | 'findTransaction' | 'readBalance'>

/** Returns the calls that look up one transaction or balance. */
export function createEvmLookups(node: EvmNode): Lookups {
  return {
    findTransaction: (txid) => findEvmTransaction(node, txid),

    findPayments: async (txid, target) => {
      const transaction = await findEvmTransaction(node, txid)
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
