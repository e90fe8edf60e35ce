import { DomainError } from '#lib/errors.ts'
import type { AddressStep } from './bitcoin-outputs.ts'
import type { ScriptType } from './script-types.ts'

/** An unspent output of the account that a payout can spend. */
export type PayoutInput = {
  txid: string
  outputIndex: number
  units: bigint
  /** The place of its address in the account. */
  step: AddressStep
  /** The transaction with the output; signing devices check the amount with it. */
  rawHex: string
}

type Selection = {
  inputs: PayoutInput[]
  /** 0 if no change is left that could be spent. */
  changeUnits: bigint
  feeUnits: bigint
  virtualSize: number
}

type SelectionParams = {
  /** Inputs that are spent in any case. */
  required: readonly PayoutInput[]
  available: readonly PayoutInput[]
  outputs: readonly { script: Uint8Array; units: bigint }[]
  changeScript: Uint8Array
  scriptType: ScriptType
  /** Satoshis per 1,000 virtual bytes. */
  feeRate: bigint
  dustUnits: bigint
}

/** A transaction above this isn't relayed. */
const MAX_WEIGHT = 400_000
/** Version, lock time, SegWit's marker and flag, and two counts of up to three bytes. */
const BASE_WEIGHT = 4 * (4 + 4 + 3 + 3) + 2
/** The outpoint, an empty script, the sequence, and the longest witness: a key and a signature. */
const INPUT_WEIGHT = { p2wpkh: 4 * 41 + 108, p2tr: 4 * 41 + 66 } as const

/**
 * Chooses inputs for outputs and fee: the largest first, so that few are spent. The size is an
 * upper bound, so that the fee rate is at least the chosen one. Throws `insufficient_funds` (409)
 * or `payout_too_large` (422).
 */
export function selectInputs(params: SelectionParams): Selection {
  const { required, available, outputs, changeScript, feeRate, dustUnits } = params
  const inputWeight = INPUT_WEIGHT[params.scriptType === 'p2tr' ? 'p2tr' : 'p2wpkh']
  const paidUnits = sum(outputs)
  const outputWeight = outputs.reduce((total, { script }) => total + weigh(script), BASE_WEIGHT)
  const candidates = available.toSorted(compareBySize)
  const inputs = [...required]

  while (true) {
    const weight = outputWeight + inputs.length * inputWeight
    const withChange = weight + weigh(changeScript)
    const left = sum(inputs) - paidUnits
    const changeUnits = left - computeFee(withChange, feeRate)
    const hasChange = changeUnits >= dustUnits

    if (inputs.length > 0 && (hasChange || left >= computeFee(weight, feeRate)))
      return conclude(inputs, hasChange ? withChange : weight, {
        changeUnits: hasChange ? changeUnits : 0n,
        feeUnits: hasChange ? left - changeUnits : left,
      })

    const next = candidates.shift()
    if (!next) throw createFundsError(paidUnits + computeFee(weight, feeRate), sum(inputs))
    inputs.push(next)
  }
}

function conclude(
  inputs: PayoutInput[],
  weight: number,
  { changeUnits, feeUnits }: Pick<Selection, 'changeUnits' | 'feeUnits'>,
): Selection {
  if (weight > MAX_WEIGHT)
    throw new DomainError(
      'payout_too_large',
      422,
      'This payout needs too many inputs for one transaction. Split it, or merge small outputs ' +
        'first.',
    )

  return { inputs, changeUnits, feeUnits, virtualSize: Math.ceil(weight / 4) }
}

const createFundsError = (needed: bigint, found: bigint) =>
  new DomainError(
    'insufficient_funds',
    409,
    `The account has ${found} satoshis to spend, and the payout needs ${needed} with its fee.`,
  )

const weigh = (script: Uint8Array) => 4 * (8 + 1 + script.length)

/** Returns the fee of a weight, rounded up. */
const computeFee = (weight: number, feeRate: bigint) =>
  (BigInt(Math.ceil(weight / 4)) * feeRate + 999n) / 1_000n

const sum = (amounts: readonly { units: bigint }[]) =>
  amounts.reduce((total, { units }) => total + units, 0n)

/** Orders the largest first; equal ones by their id, so that the choice is always the same. */
const compareBySize = (one: PayoutInput, other: PayoutInput) => {
  if (one.units !== other.units) return one.units > other.units ? -1 : 1
  const [first, second] = [one, other].map(({ txid, outputIndex }) => `${txid}:${outputIndex}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}
