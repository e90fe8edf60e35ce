import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import {
  Address,
  OutScript,
  p2pkh,
  p2sh,
  p2wpkh,
  RawTx,
  RawWitness,
  Transaction,
} from '@scure/btc-signer'
import { BITCOIN_NETWORKS, type BitcoinNetwork } from './bitcoin-networks.ts'

export type MessageProof = {
  address: string
  message: string
  /** In base64, as wallets write it. */
  signature: string
  network: BitcoinNetwork
}

const MAX_SIGNATURE_LENGTH = 2_000
const LEGACY_LENGTH = 65

/**
 * Returns whether a signature proves control of an address: BIP 322 in its simple form for native
 * SegWit, nested SegWit and Taproot with one key, or BIP 137 with the headers that Electrum writes
 * too. Addresses of several keys or of scripts can't be proved this way.
 */
export function isMessageProved(proof: MessageProof): boolean {
  try {
    if (proof.signature.length > MAX_SIGNATURE_LENGTH) return false
    const bytes = base64.decode(proof.signature.trim())

    return bytes.length === LEGACY_LENGTH
      ? isLegacyProved(proof, bytes)
      : isSimpleProved(proof, bytes)
  } catch {
    return false
  }
}

const encodeText = (text: string) => new TextEncoder().encode(text)
const computeHash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const areEqual = (one: Uint8Array, other: Uint8Array) => hex.encode(one) === hex.encode(other)

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

function isSimpleProved({ address, message, network }: MessageProof, bytes: Uint8Array): boolean {
  const output = Address(BITCOIN_NETWORKS[network].prefixes).decode(address)
  const script = OutScript.encode(output)
  const witness = RawWitness.decode(bytes)
  const transaction = buildSigned(message, script)

  if (output.type === 'tr') return isTaprootSigned(transaction, script, output.pubkey, witness)
  if (output.type === 'wpkh' || output.type === 'sh') {
    const [signature, publicKey] = witness
    if (witness.length !== 2 || !signature || publicKey?.length !== 33) return false

    const keyHash = computeHash160(publicKey)
    const expected =
      output.type === 'wpkh' ? keyHash : computeHash160(Uint8Array.of(0, 20, ...keyHash))
    return areEqual(expected, output.hash) && isSegwitSigned(transaction, publicKey, signature)
  }

  return false
}

const SIGHASH_ALL = 1

function isSegwitSigned(transaction: Transaction, publicKey: Uint8Array, signature: Uint8Array) {
  if (signature.at(-1) !== SIGHASH_ALL) return false

  const code = OutScript.encode({ type: 'pkh', hash: computeHash160(publicKey) })
  const hash = transaction.preimageWitnessV0(0, code, SIGHASH_ALL, 0n)
  return secp256k1.verify(signature.slice(0, -1), hash, publicKey, {
    prehash: false,
    format: 'der',
    lowS: true,
  })
}

function isTaprootSigned(
  transaction: Transaction,
  script: Uint8Array,
  key: Uint8Array,
  [signature, ...others]: readonly Uint8Array[],
) {
  if (!signature || others.length > 0 || ![64, 65].includes(signature.length)) return false

  const type = signature[64] ?? 0
  if (signature.length === 65 && type !== SIGHASH_ALL) return false

  const hash = transaction.preimageWitnessV1(0, [script], type, [0n])
  return schnorr.verify(signature.slice(0, 64), hash, key)
}

const FIRST_HEADER = 27
const LAST_HEADER = 42
const FIRST_COMPRESSED = 31

/** Recovers the key of a signature (BIP 137). Electrum writes the header of P2PKH for SegWit. */
function isLegacyProved({ address, message, network }: MessageProof, bytes: Uint8Array): boolean {
  const [header = 0, ...signature] = bytes
  if (header < FIRST_HEADER || header > LAST_HEADER) return false

  const recovered = Uint8Array.of((header - FIRST_HEADER) & 3, ...signature)
  const isCompressed = header >= FIRST_COMPRESSED
  const publicKey = secp256k1.Signature.fromBytes(recovered, 'recovered')
    .recoverPublicKey(hashLegacyMessage(message))
    .toBytes(isCompressed)

  const { prefixes } = BITCOIN_NETWORKS[network]
  const segwit = isCompressed
    ? [p2wpkh(publicKey, prefixes), p2sh(p2wpkh(publicKey, prefixes), prefixes)]
    : []
  return [p2pkh(publicKey, prefixes), ...segwit].some((payment) => payment.address === address)
}

function hashLegacyMessage(message: string): Uint8Array {
  const prefix = encodeText('\x18Bitcoin Signed Message:\n')
  const text = encodeText(message)
  const length = text.length < 0xfd ? [text.length] : [0xfd, text.length & 0xff, text.length >> 8]

  return sha256(sha256(Uint8Array.of(...prefix, ...length, ...text)))
}
