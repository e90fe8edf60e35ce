import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { DomainError } from '#lib/errors.ts'
import { type BitcoinNetwork, toScriptBytes } from './bitcoin-networks.ts'
import { type AccountOutput, deriveOutput, type PayoutAccount } from './bitcoin-outputs.ts'
import { type PayoutInput, selectInputs } from './bitcoin-selection.ts'
import { parseTransaction } from './bitcoin-transactions.ts'

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

/** An output below this isn't relayed by every node. */
export const DUST_UNITS = 546n
/** 1 to 500 satoshis per virtual byte. */
export const FEE_RATE_BOUNDS = { min: 1_000n, max: 500_000n } as const
/** Inputs of a replaceable transaction (BIP 125). */
const REPLACEABLE = 0xfffffffd
const MAX_LINES = 500

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

/** Throws `other_network` (409): in the sandbox members have addresses of both networks. */
function toPaidScript(address: string, network: BitcoinNetwork): Uint8Array {
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

function assertPlan({ lines, feeRate }: PayoutPlan) {
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

function addInput(transaction: Transaction, input: PayoutInput & { output: AccountOutput }) {
  const { txid, outputIndex, units, rawHex, output } = input
  assertInput(input)

  transaction.addInput({
    txid,
    index: outputIndex,
    sequence: REPLACEABLE,
    witnessUtxo: { script: output.script, amount: units },
    ...output.derivation,
    ...(!output.derivation.tapInternalKey && { nonWitnessUtxo: hex.decode(rawHex) }),
  })
}

/** Throws unless the previous transaction has this output, to this address of the account. */
function assertInput({ txid, outputIndex, units, rawHex, output }: Parameters<typeof addInput>[1]) {
  const previous = parseTransaction(hex.decode(rawHex))
  const found =
    previous.id === txid && outputIndex < previous.outputsLength
      ? previous.getOutput(outputIndex)
      : null

  if (
    found?.amount !== units ||
    hex.encode(found.script ?? new Uint8Array()) !== hex.encode(output.script)
  )
    throw new DomainError(
      'input_mismatch',
      409,
      `${txid}:${outputIndex} isn’t an output of ${units} satoshis to ${output.address}.`,
    )
}

const identify = ({ txid, outputIndex }: { txid: string; outputIndex: number }) =>
  `${txid}:${outputIndex}`

/** Orders inputs as BIP 69: by the transaction, then by the output. */
const compareInputs = (one: PayoutInput, other: PayoutInput) =>
  one.txid === other.txid ? one.outputIndex - other.outputIndex : one.txid < other.txid ? -1 : 1

type Output = { units: bigint; script: Uint8Array }

/** Orders outputs as BIP 69: by the amount, then by the script. */
function compareOutputs(one: Output, other: Output) {
  if (one.units !== other.units) return one.units < other.units ? -1 : 1
  const [first, second] = [hex.encode(one.script), hex.encode(other.script)]

  return first === second ? 0 : first < second ? -1 : 1
}
