import { hex } from '@scure/base'
import type { Transaction } from '@scure/btc-signer'
import { DomainError } from '#lib/errors.ts'
import type { AccountOutput } from './bitcoin-outputs.ts'
import type { PayoutInput } from './bitcoin-selection.ts'
import { parseTransaction } from './bitcoin-transactions.ts'

/** Inputs of a replaceable transaction (BIP 125). */
const REPLACEABLE = 0xfffffffd

export function addInput(transaction: Transaction, input: PayoutInput & { output: AccountOutput }) {
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
