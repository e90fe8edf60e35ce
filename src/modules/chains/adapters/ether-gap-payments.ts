import type { PaymentTrace } from '../model.ts'
import type { BlockFlows } from './ether-flows.ts'
import { traceTransfers } from './ether-traces.ts'

/** Ether that an address received, in wei. */
export type EtherPayment = {
  txid: string
  outputIndex: number
  recipient: string
  wei: bigint
  height: number
  trace: PaymentTrace
}

/** The part of an address's balance that the blocks of a range don't explain. */
export type EtherGap = { recipient: string; height: number; wei: bigint }

/** Returns the payments that explain the gaps of one block. */
export async function readGapPayments(
  rpc: Parameters<typeof traceTransfers>[0],
  { block }: BlockFlows,
  gaps: readonly EtherGap[],
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
