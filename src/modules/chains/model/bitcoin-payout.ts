import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { DomainError } from '#lib/errors.ts'
import type { BitcoinNetwork } from './bitcoin-networks.ts'
import { deriveOutput } from './bitcoin-outputs.ts'
import { type PayoutInput, selectInputs } from './bitcoin-selection.ts'
import { addInput } from './payout-inputs.ts'
import { compareInputs, compareOutputs } from './payout-order.ts'
import {
  assertPlan,
  DUST_UNITS,
  type PayoutLine,
  type PayoutPlan,
  toPaidScript,
} from './payout-plan.ts'

/** An unsigned payout, with everything that a person checks before signing it. */
export type BitcoinPayout = {
  /** A PSBT of version 0 (BIP 174) in base64. */
  psbt: string
  /** Known before signing, because every input is SegWit. */
  txid: string
  network: BitcoinNetwork
  inputs: readonly (Pick<PayoutInput, 'txid' | 'outputIndex' | 'units'> & { address: string })[]
  lines: readonly PayoutLine[]
  /** null if what is left is too little for an output; it is part of the fee then. */
  change: PayoutLine | null
  feeUnits: bigint
  /** The most that the signed transaction takes, in virtual bytes. */
  virtualSize: number
}

/**
 * Builds an unsigned payout from a watch-only account. Throws `dust` (422), `invalid_fee_rate`
 * (422), `insufficient_funds`, `input_mismatch`, `other_network` (409) or `payout_too_large` (422).
 */
export const buildBitcoinPayout = (plan: PayoutPlan): BitcoinPayout => build(plan, [])

/**
 * Builds a payout with the same lines and a higher fee that replaces one (BIP 125): it spends what
 * the previous one spends, and more if needed. Throws as `buildBitcoinPayout`, and `fee_too_low`
 * (422) if nodes would not accept the replacement.
 */
export function buildReplacement(
  previous: BitcoinPayout,
  plan: Omit<PayoutPlan, 'lines'>,
): BitcoinPayout {
  const spent = new Set(previous.inputs.map(identify))
  const required = plan.inputs.filter((input) => spent.has(identify(input)))
  if (required.length < spent.size)
    throw new DomainError('input_mismatch', 409, 'An output that the payout spends is missing.')

  const others = plan.inputs.filter((input) => !spent.has(identify(input)))
  const replacement = build({ ...plan, lines: previous.lines, inputs: others }, required)
  const minFee = previous.feeUnits + BigInt(replacement.virtualSize)
  if (replacement.feeUnits < minFee)
    throw new DomainError(
      'fee_too_low',
      422,
      `A replacement has to pay at least ${minFee} satoshis. Choose a higher fee rate.`,
      'feeRate',
    )

  return replacement
}

function build(plan: PayoutPlan, required: readonly PayoutInput[]): BitcoinPayout {
  const { account, lines, feeRate, changeIndex } = plan
  assertPlan(plan)

  const change = deriveOutput(account, { chain: 1, index: changeIndex })
  const outputs = lines.map(({ address, units }) => ({
    address,
    units,
    script: toPaidScript(address, account.network),
  }))
  const selection = selectInputs({
    required,
    available: plan.inputs,
    outputs,
    changeScript: change.script,
    scriptType: account.key.scriptType,
    feeRate,
    dustUnits: DUST_UNITS,
  })

  const changeLine = selection.changeUnits
    ? { address: change.address, units: selection.changeUnits }
    : null
  const inputs = selection.inputs
    .map((input) => ({ ...input, output: deriveOutput(account, input.step) }))
    .sort(compareInputs)
  const transaction = new Transaction({ version: 2, lockTime: 0 })
  for (const input of inputs) addInput(transaction, input)
  for (const output of [
    ...outputs,
    ...(changeLine ? [{ ...changeLine, script: change.script }] : []),
  ].sort(compareOutputs))
    transaction.addOutput({
      script: output.script,
      amount: output.units,
      ...(output.address === changeLine?.address && change.derivation),
    })

  return {
    psbt: base64.encode(transaction.toPSBT(0)),
    txid: transaction.id,
    network: account.network,
    inputs: inputs.map(({ txid, outputIndex, units, output }) => ({
      txid,
      outputIndex,
      units,
      address: output.address,
    })),
    lines,
    change: changeLine,
    feeUnits: selection.feeUnits,
    virtualSize: selection.virtualSize,
  }
}

const identify = ({ txid, outputIndex }: { txid: string; outputIndex: number }) =>
  `${txid}:${outputIndex}`
