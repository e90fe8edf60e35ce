import type { BlockRef, PaymentSighting } from '../model.ts'
import { ChainProviderError, type WatchTarget } from './chain-provider.ts'
import { readEtherPayments } from './ether-scan.ts'
import { type EvmMemory, getTargetKey } from './evm-cursor.ts'
import { type EvmNode, toBlockRef, WEI_PER_GWEI } from './evm-node.ts'
import type { TargetScan } from './evm-scan-plan.ts'
import { readTokenTransfers } from './token-logs.ts'

export async function readTargetPayments(
  node: EvmNode,
  { targets, from, to }: TargetScan,
  memory: EvmMemory | null,
): Promise<{ payments: PaymentSighting[]; balances?: ReadonlyMap<string, bigint> }> {
  const { rpc, reads, evm } = node
  const listAddresses = (coin: WatchTarget['coin']) => [
    ...new Set(
      targets
        .filter((target) => target.coin === coin)
        .map(({ address }) => evm.toHexAddress(address)),
    ),
  ]

  const recipients = listAddresses('USDT')
  const tokens = await readTokenTransfers({ rpc, reads, token: evm.token, recipients, from, to })

  const addresses = listAddresses('ETH')
  const known = listKnownBalances(node, targets, memory, from - 1)
  const ether =
    addresses.length > 0
      ? await readEtherPayments({ rpc, reads, addresses, from, to, balances: known })
      : { payments: [], balances: new Map<string, bigint>() }

  const blocks = await readBlockRefs(node, [...tokens, ...ether.payments])
  const payments: PaymentSighting[] = [
    ...tokens.map(({ txid, position, recipient, units, height, blockHash }) => ({
      coin: 'USDT' as const,
      txid,
      outputIndex: position,
      address: evm.fromHexAddress(recipient),
      units,
      block: getBlockRef(blocks, height, blockHash),
      replaceable: false,
      trace: 'log' as const,
    })),
    ...ether.payments.map(({ txid, outputIndex, recipient, wei, height, trace }) => ({
      coin: 'ETH' as const,
      txid,
      outputIndex,
      address: evm.fromHexAddress(recipient),
      units: wei / WEI_PER_GWEI,
      block: getBlockRef(blocks, height),
      replaceable: false,
      trace,
    })),
  ]

  return { payments: payments.filter(({ units }) => units > 0n), balances: ether.balances }
}

/** Returns the remembered balances at a height, in wei by address. */
export function listKnownBalances(
  { evm }: EvmNode,
  targets: readonly WatchTarget[],
  memory: EvmMemory | null,
  height: number,
): ReadonlyMap<string, bigint> {
  return new Map(
    targets.flatMap((target) => {
      const state = target.coin === 'ETH' ? memory?.targets.get(getTargetKey(target)) : undefined
      return state?.wei !== undefined && state.to === height
        ? [[evm.toHexAddress(target.address), state.wei] as const]
        : []
    }),
  )
}

async function readBlockRefs(
  { reads }: EvmNode,
  payments: readonly { height: number }[],
): Promise<ReadonlyMap<number, BlockRef>> {
  const heights = [...new Set(payments.map(({ height }) => height))]
  const headers = await reads.readHeaders(heights)

  return new Map(headers.map((header) => [header.number, toBlockRef(header)]))
}

/** Throws `behind` where the block at the height is no longer the one of the payment. */
function getBlockRef(
  blocks: ReadonlyMap<number, BlockRef>,
  height: number,
  hash?: string,
): BlockRef {
  const block = blocks.get(height)
  if (!block || (hash !== undefined && block.hash !== hash))
    throw new ChainProviderError('behind', 'the chain changed while it was read')
  return block
}
