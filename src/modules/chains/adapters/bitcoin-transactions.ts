import { type BitcoinNetwork, toAddress, toScript } from '../model/bitcoin-networks.ts'
import type { BlockRef, ChainTip, PaymentSighting } from '../model.ts'
import { ChainProviderError, type ChainTransaction, type WatchTarget } from './chain-provider.ts'

/** A transaction as both providers of Bitcoin show it. */
export type BitcoinTransaction = {
  txid: string
  block: BlockRef | null
  outputs: readonly { index: number; script: string; units: bigint }[]
  /** The outputs that it spends, as `txid:index`. */
  spends: readonly string[]
  /** An input allows a replacement (BIP 125). */
  signalsReplacement: boolean
}

/** From this sequence number on, an input doesn't allow a replacement (BIP 125). */
const FINAL_SEQUENCE = 0xfffffffe

export const allowsReplacement = (inputs: readonly { sequence: number }[]): boolean =>
  inputs.some(({ sequence }) => sequence < FINAL_SEQUENCE)

/** Targets by the hex of their output script: an output counts if its script is the same. */
export type TargetsByScript = ReadonlyMap<string, WatchTarget>

/** Returns the targets by their output script. Throws if an address is of another network. */
export function mapTargets(
  targets: readonly WatchTarget[],
  network: BitcoinNetwork,
): TargetsByScript {
  return new Map(
    targets.map((target) => {
      try {
        return [toScript(target.address, network), target]
      } catch (cause) {
        throw new ChainProviderError(
          'invalid',
          `${target.address} is no address of Bitcoin’s ${network}`,
          { cause },
        )
      }
    }),
  )
}

/** Returns the payments of a transaction to the targets; outputs without an amount are none. */
export function listSightings(
  transaction: BitcoinTransaction,
  targets: TargetsByScript,
): PaymentSighting[] {
  const { txid, block, outputs, signalsReplacement } = transaction

  return outputs.flatMap(({ index, script, units }) => {
    const target = targets.get(script)
    if (!target || units === 0n) return []

    return [
      {
        coin: target.coin,
        txid,
        outputIndex: index,
        address: target.address,
        units,
        block,
        replaceable: block === null && signalsReplacement,
        trace: 'output' as const,
      },
    ]
  })
}

/** Returns a transaction as every chain shows it, at a tip. */
export function toChainTransaction(
  { txid, block, outputs, spends, signalsReplacement }: BitcoinTransaction,
  tip: ChainTip,
  network: BitcoinNetwork,
): ChainTransaction {
  return {
    txid,
    block,
    tip,
    replaceable: block === null && signalsReplacement,
    failed: false,
    transfers: outputs.flatMap(({ index, script, units }) => {
      const address = toAddress(Buffer.from(script, 'hex'), network)
      return address ? [{ coin: 'BTC' as const, address, units, outputIndex: index }] : []
    }),
    spends,
  }
}
