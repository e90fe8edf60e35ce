import type { BlockFlows } from './ether-flows.ts'
import type { EtherGap } from './ether-gap-payments.ts'
import type { EvmReads } from './evm-reads.ts'
import { RpcAnswerError } from './rpc-answer-error.ts'

export async function readBalances(
  reads: EvmReads,
  addresses: readonly string[],
  height: number,
  known: ReadonlyMap<string, bigint> = new Map(),
): Promise<ReadonlyMap<string, bigint>> {
  const missing = addresses.filter((address) => !known.has(address))
  // before the first block there is nothing
  const read = height < 0 ? missing.map(() => 0n) : await reads.readEther(missing, height)

  return new Map([...known, ...missing.map((address, at) => [address, read[at] ?? 0n] as const)])
}

/**
 * Returns the balances at a block. A node that no longer stores the state of the block would stop
 * the scan after an outage: the balances that the transactions explain are carried on instead, and
 * the first block whose state is there shows the gap.
 */
export async function readEndBalances(
  reads: EvmReads,
  addresses: readonly string[],
  height: number,
  { balances, flows }: { balances: ReadonlyMap<string, bigint>; flows: readonly BlockFlows[] },
): Promise<ReadonlyMap<string, bigint>> {
  try {
    return await readBalances(reads, addresses, height)
  } catch (error) {
    if (!(error instanceof RpcAnswerError && error.isStateMissing)) throw error
    return new Map(
      addresses.map((address) => [
        address,
        (balances.get(address) ?? 0n) + sumExplained(flows, address),
      ]),
    )
  }
}

const sumExplained = (flows: readonly BlockFlows[], address: string): bigint =>
  flows.reduce((sum, { explained }) => sum + (explained.get(address) ?? 0n), 0n)

/**
 * Halves a range until each gap is in one block. Where the node no longer has the balances in
 * between, the gap is in the last block of the range.
 */
export async function locateGaps(
  reads: EvmReads,
  address: string,
  flows: readonly BlockFlows[],
  { before, after }: { before: bigint; after: bigint },
): Promise<EtherGap[]> {
  const wei = after - before - sumExplained(flows, address)
  const last = flows.at(-1)
  if (wei === 0n || !last) return []

  const gap = { recipient: address, height: last.block.number, wei }
  const middle = Math.floor(flows.length / 2)
  const [earlier, later] = [flows.slice(0, middle), flows.slice(middle)]
  const end = earlier.at(-1)
  if (!end) return [gap]

  const between = await readBalanceWithin(reads, address, end.block.number)
  if (between === null) return [gap]

  return [
    ...(await locateGaps(reads, address, earlier, { before, after: between })),
    ...(await locateGaps(reads, address, later, { before: between, after })),
  ]
}

async function readBalanceWithin(
  reads: EvmReads,
  address: string,
  height: number,
): Promise<bigint | null> {
  try {
    return (await reads.readEther([address], height))[0] ?? null
  } catch (error) {
    if (error instanceof RpcAnswerError && error.isStateMissing) return null
    throw error
  }
}
