import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { Address, OutScript, RawWitness, type Transaction } from '@scure/btc-signer'
import { BITCOIN_NETWORKS } from './bitcoin-networks.ts'
import { isLegacyProved, type MessageProof } from './legacy-proofs.ts'
import { buildSigned } from './message-spend.ts'

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
const computeHash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const areEqual = (one: Uint8Array, other: Uint8Array) => hex.encode(one) === hex.encode(other)

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
