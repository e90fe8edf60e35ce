import { locateGaps, readBalances, readEndBalances } from './ether-balances.ts'
import { type BlockFlows, readFlows } from './ether-flows.ts'
import { type EtherGap, type EtherPayment, readGapPayments } from './ether-gap-payments.ts'
import type { EvmReads } from './evm-reads.ts'
import type { JsonRpc } from './json-rpc.ts'

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

    const gaps: EtherGap[] = []
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

const listPayments = ({ transfers }: BlockFlows): EtherPayment[] =>
  transfers.map((transfer) => ({ ...transfer, outputIndex: 0, trace: 'transaction' }))
