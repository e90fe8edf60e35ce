import type { PaymentSighting } from '../model.ts'
import type { PartialObservation } from './catch-up.ts'
import { type ChainCursor, ChainProviderError, type WatchTarget } from './chain-provider.ts'
import {
  type EvmMemory,
  findFork,
  formatEvmCursor,
  getTargetKey,
  parseEvmCursor,
  readHashes,
  truncateMemory,
} from './evm-cursor.ts'
import { type EvmNode, toBlockRef } from './evm-node.ts'
import { planScan, type TargetScan } from './evm-scan-plan.ts'
import { listKnownBalances, readTargetPayments } from './evm-target.ts'

/**
 * Returns the payments in the blocks since the cursor. Only blocks are scanned, not the mempool.
 * After a long outage one call scans a part of the blocks, and its `tip` is the last of them. An
 * address that the last calls left out is scanned from where it was.
 */
export async function observeEvm(
  node: EvmNode,
  targets: readonly WatchTarget[],
  cursor: ChainCursor | null,
): Promise<PartialObservation> {
  const { reads, evm } = node
  const head = await node.readTip()
  const stored = parseEvmCursor(cursor)
  const memory = stored && truncateMemory(stored, await findFork(reads, stored, head.height))

  const plan = planScan(targets, memory, head.height, evm)
  const { hashes, header } = await readHashes(reads, memory, plan.to)
  const scans = [plan.main, ...(plan.lagging ? [plan.lagging] : [])]
  const payments: PaymentSighting[] = []
  const states = new Map(memory?.targets)

  for (const scan of scans) {
    const { found, balances } = await runScan(node, scan, memory)
    payments.push(...found)
    for (const target of scan.targets) {
      const wei = balances.get(evm.toHexAddress(target.address))
      const isEther = target.coin === 'ETH' && wei !== undefined
      states.set(getTargetKey(target), { to: scan.to, ...(isEther && { wei }) })
    }
  }

  if ((await reads.readHeader(plan.to)).hash !== header.hash)
    throw new ChainProviderError('behind', 'the chain changed while it was read')

  return {
    tip: { ...toBlockRef(header), finalHeight: head.finalHeight },
    payments,
    completeFrom: plan.completeFrom,
    cursor: formatEvmCursor({ height: plan.to, hashes, targets: states }),
    headHeight: head.height,
  }
}

async function runScan(node: EvmNode, scan: TargetScan, memory: EvmMemory | null) {
  const { targets, from, to } = scan
  const found = from <= to ? await readTargetPayments(node, scan, memory) : { payments: [] }

  return {
    found: found.payments.filter(({ coin, address, block }) =>
      targets.some(
        (target) =>
          target.coin === coin &&
          target.address === address &&
          target.fromHeight <= (block?.height ?? 0),
      ),
    ),
    balances: found.balances ?? listKnownBalances(node, targets, memory, to),
  }
}
