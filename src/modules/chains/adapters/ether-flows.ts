import { WEI_PER_GWEI } from './evm-node.ts'
import type { EvmReads } from './evm-reads.ts'
import type { EvmBlock, EvmReceipt, EvmTransaction } from './evm-schemas.ts'

/** A top-level transaction that paid an address. */
export type EtherTransfer = { txid: string; recipient: string; wei: bigint; height: number }

/** The part of the balances that a block's transactions explain, per address. */
export type BlockFlows = {
  block: EvmBlock
  transfers: readonly EtherTransfer[]
  /** Wei by address: paid in, less spent and fees, plus validator withdrawals. */
  explained: ReadonlyMap<string, bigint>
}

/**
 * Reads blocks and what their transactions moved at the addresses. A reverted transaction pays
 * nothing and still costs its sender the fee.
 */
export async function readFlows(
  reads: EvmReads,
  addresses: ReadonlySet<string>,
  from: number,
  to: number,
): Promise<BlockFlows[]> {
  const blocks = await reads.readBlocks(from, to)
  const own = blocks.flatMap(({ transactions }) =>
    transactions.filter((transaction) => isOwn(transaction, addresses)),
  )
  const receipts = await reads.readReceipts(own.map(({ hash }) => hash))

  return blocks.map((block) => computeFlows(block, addresses, receipts))
}

const isOwn = ({ from, to, value }: EvmTransaction, addresses: ReadonlySet<string>) =>
  addresses.has(from) || (value > 0n && !!to && addresses.has(to))

function computeFlows(
  block: EvmBlock,
  addresses: ReadonlySet<string>,
  receipts: ReadonlyMap<string, EvmReceipt>,
): BlockFlows {
  const explained = new Map<string, bigint>()
  const transfers: EtherTransfer[] = []
  const add = (address: string, wei: bigint) => {
    if (addresses.has(address)) explained.set(address, (explained.get(address) ?? 0n) + wei)
  }

  for (const { hash, from, to, value } of block.transactions) {
    const receipt = receipts.get(hash)
    if (!receipt) continue

    add(from, -computeFee(receipt))
    if (receipt.status !== 1n || value === 0n) continue

    add(from, -value)
    if (!to || !addresses.has(to)) continue
    add(to, value)
    transfers.push({ txid: hash, recipient: to, wei: value, height: block.number })
  }

  for (const { address, amount } of block.withdrawals ?? [])
    add(address.toLowerCase(), amount * WEI_PER_GWEI)

  return { block, transfers, explained }
}

/** Returns what a transaction cost its sender besides its value (EIP-1559, EIP-4844), in wei. */
export const computeFee = ({ gasUsed, effectiveGasPrice, blobGasUsed, blobGasPrice }: EvmReceipt) =>
  gasUsed * effectiveGasPrice + (blobGasUsed ?? 0n) * (blobGasPrice ?? 0n)
