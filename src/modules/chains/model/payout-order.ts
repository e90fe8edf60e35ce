import { hex } from '@scure/base'
import type { PayoutInput } from './bitcoin-selection.ts'

/** Orders inputs as BIP 69: by the transaction, then by the output. */
export const compareInputs = (one: PayoutInput, other: PayoutInput) =>
  one.txid === other.txid ? one.outputIndex - other.outputIndex : one.txid < other.txid ? -1 : 1

type Output = { units: bigint; script: Uint8Array }

/** Orders outputs as BIP 69: by the amount, then by the script. */
export function compareOutputs(one: Output, other: Output) {
  if (one.units !== other.units) return one.units < other.units ? -1 : 1
  const [first, second] = [hex.encode(one.script), hex.encode(other.script)]

  return first === second ? 0 : first < second ? -1 : 1
}
