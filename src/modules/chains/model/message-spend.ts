import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { RawTx, Transaction } from '@scure/btc-signer'
import { encodeText } from './legacy-proofs.ts'

/** Returns the hash of a message (BIP 322): tagged, as BIP 340 does it. */
export function hashMessage(message: string): Uint8Array {
  const tag = sha256(encodeText('BIP0322-signed-message'))
  return sha256(Uint8Array.of(...tag, ...tag, ...encodeText(message)))
}

/** Returns the id of the virtual transaction that pays the address (BIP 322, `to_spend`). */
export function getSpendId(message: string, script: Uint8Array): string {
  const raw = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: Uint8Array.of(0x00, 0x20, ...hashMessage(message)),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: [],
    lockTime: 0,
  })

  return hex.encode(sha256(sha256(raw)).reverse())
}

/** Returns the virtual transaction that is signed (BIP 322, `to_sign`). */
export function buildSigned(message: string, script: Uint8Array): Transaction {
  const transaction = new Transaction({
    version: 0,
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
  })
  transaction.addInput({
    txid: getSpendId(message, script),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
  })
  transaction.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })

  return transaction
}
