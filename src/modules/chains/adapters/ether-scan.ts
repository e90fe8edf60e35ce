import type { PaymentTrace } from '../model.ts'
import { type BlockFlows, readFlows } from './ether-flows.ts'
import { traceTransfers } from './ether-traces.ts'
import type { EvmReads } from './evm-reads.ts'
import { type JsonRpc, RpcAnswerError } from './json-rpc.ts'

/** Ether that an address received, in wei. */
export type EtherPayment = {
  txid: string
  outputIndex: number
  recipient: string
  wei: bigint
  height: number
  trace: PaymentTrace
}

type EtherScan = {
  rpc: JsonRpc
  reads: EvmReads
  /** Addresses in lower case. */
  addresses: readonly string[]
  from: number
  to: number
  /** Wei by address at the block before `from`; those that are missing are read. */
  balances?: ReadonlyMap<string, bigint>
}

/** The part of an address's balance that the blocks of a range don't explain. */
type Gap = { recipient: string; height: number; wei: bigint }

/** Balances are compared this often, so that a payment and a spend rarely cancel out. */
const BLOCKS_PER_CHECK = 8

/**
 * Returns the ether that the addresses received in blocks from a height to another, and their
 * balances at the end.
 *
 * Transactions to an address are read from the blocks. Ether that a contract sends is no
 * transaction and leaves no log, so the balances are compared too: what they grew by, less what the
 * transactions paid in, plus what they spent with their fees, is the gap. A gap is narrowed to its
 * block, and there the calls inside transactions are read, where the node offers that: a spend by a
 * contract wallet then neither hides nor adds a payment. Without that, a gap above zero is one
 * payment with the trace 'balance'. What a contract pays to a contract wallet that spends exactly
 * as much within the same eight blocks leaves no gap and is not seen.
 */
export async function readEtherPayments(scan: EtherScan) {
  const { rpc, reads, addresses, from, to } = scan
  const own = new Set(addresses)
  const payments: EtherPayment[] = []
  let balances = await readBalances(reads, addresses, from - 1, scan.balances)

  for (let at = from; at <= to; at += BLOCKS_PER_CHECK) {
    const end = Math.min(at + BLOCKS_PER_CHECK - 1, to)
    const flows = await readFlows(reads, own, at, end)
    const after = await readEndBalances(reads, addresses, end, { balances, flows })

    const gaps: Gap[] = []
    for (const address of addresses)
      gaps.push(
        ...(await locateGaps(reads, address, flows, {
          before: balances.get(address) ?? 0n,
          after: after.get(address) ?? 0n,
        })),
      )

    payments.push(...flows.flatMap(listPayments))
    for (const flow of flows)
      payments.push(
        ...(await readGapPayments(
          rpc,
          flow,
          gaps.filter(({ height }) => height === flow.block.number),
        )),
      )
    balances = after
  }

  return { payments, balances }
}

async function readBalances(
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
async function readEndBalances(
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

const listPayments = ({ transfers }: BlockFlows): EtherPayment[] =>
  transfers.map((transfer) => ({ ...transfer, outputIndex: 0, trace: 'transaction' }))

/**
 * Halves a range until each gap is in one block. Where the node no longer has the balances in
 * between, the gap is in the last block of the range.
 */
async function locateGaps(
  reads: EvmReads,
  address: string,
  flows: readonly BlockFlows[],
  { before, after }: { before: bigint; after: bigint },
): Promise<Gap[]> {
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

/** Returns the payments that explain the gaps of one block. */
async function readGapPayments(
  rpc: Parameters<typeof traceTransfers>[0],
  { block }: BlockFlows,
  gaps: readonly Gap[],
): Promise<EtherPayment[]> {
  if (gaps.length === 0) return []

  const internal = (await traceTransfers(rpc, block.transactions)) ?? []

  return gaps.flatMap(({ recipient, height, wei }): EtherPayment[] => {
    const received = internal.filter((transfer) => transfer.recipient === recipient)
    const spent = internal.filter(({ from }) => from === recipient)
    const rest = wei - sumWei(received) + sumWei(spent)

    return [
      ...received.map((transfer) => ({
        txid: transfer.txid,
        outputIndex: transfer.position,
        recipient,
        wei: transfer.wei,
        height,
        trace: 'transaction' as const,
      })),
      ...(rest > 0n
        ? [
            {
              txid: block.hash,
              outputIndex: computeBalanceIndex(recipient),
              recipient,
              wei: rest,
              height,
              trace: 'balance' as const,
            },
          ]
        : []),
    ]
  })
}

const sumWei = (transfers: readonly { wei: bigint }[]): bigint =>
  transfers.reduce((sum, { wei }) => sum + wei, 0n)

/**
 * Returns the output index of a payment that only the balance shows. Several addresses can have
 * one in the same block, so it is the last 31 bits of the address.
 */
const computeBalanceIndex = (address: string): number =>
  Number(BigInt(`0x${address.slice(-8)}`) & 0x7fff_ffffn)
