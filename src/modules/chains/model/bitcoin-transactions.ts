import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'

/** Reads a transaction of any kind; what its scripts do is of no concern. */
export const parseTransaction = (raw: Uint8Array): Transaction =>
  Transaction.fromRaw(raw, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowLegacyWitnessUtxo: true,
    disableScriptCheck: true,
    allowUnknownVersion: true,
  })

/** Returns the id of a raw transaction in hex. Throws if it isn't one. */
export const readTransactionId = (rawHex: string): string => parseTransaction(hex.decode(rawHex)).id
