import { DomainError } from '#lib/errors.ts'
import { type BitcoinNetwork, toScriptBytes } from './bitcoin-networks.ts'
import type { PayoutAccount } from './bitcoin-outputs.ts'
import type { PayoutInput } from './bitcoin-selection.ts'

export type PayoutLine = { address: string; units: bigint }

export type PayoutPlan = {
  account: PayoutAccount
  inputs: readonly PayoutInput[]
  lines: readonly PayoutLine[]
  /** Satoshis per 1,000 virtual bytes. */
  feeRate: bigint
  /** The number of the change address; one that was never used. */
  changeIndex: number
}

/** An output below this isn't relayed by every node. */
export const DUST_UNITS = 546n
/** 1 to 500 satoshis per virtual byte. */
export const FEE_RATE_BOUNDS = { min: 1_000n, max: 500_000n } as const
const MAX_LINES = 500

/** Throws `other_network` (409): in the sandbox members have addresses of both networks. */
export function toPaidScript(address: string, network: BitcoinNetwork): Uint8Array {
  try {
    return toScriptBytes(address, network)
  } catch {
    throw new DomainError(
      'other_network',
      409,
      `${address} belongs to another network than your wallet. Cancel the batch and create one ` +
        'without this withdrawal, or export a table.',
      'lines',
    )
  }
}

export function assertPlan({ lines, feeRate }: PayoutPlan) {
  if (lines.length === 0 || lines.length > MAX_LINES)
    throw new DomainError('payout_too_large', 422, `A payout has 1 to ${MAX_LINES} lines.`)
  if (feeRate < FEE_RATE_BOUNDS.min || feeRate > FEE_RATE_BOUNDS.max)
    throw new DomainError(
      'invalid_fee_rate',
      422,
      'Choose a fee rate from 1 to 500 satoshis per virtual byte.',
      'feeRate',
    )

  const dust = lines.find(({ units }) => units < DUST_UNITS)
  if (dust)
    throw new DomainError(
      'dust',
      422,
      `${dust.units} satoshis to ${dust.address} are too little: Bitcoin forwards ${DUST_UNITS} ` +
        'or more.',
      'lines',
    )
}
