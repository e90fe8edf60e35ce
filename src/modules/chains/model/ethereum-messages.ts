import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { encodeTronAddress } from '#lib/addresses.ts'

const PREFIXES = {
  'EIP-191': '\x19Ethereum Signed Message:\n',
  'TIP-191': '\x19TRON Signed Message:\n',
} as const
const SIGNATURE_HEX = /^(?:0x)?([0-9a-f]{130})$/i

/**
 * Returns whether an Ethereum address signed a message by personal_sign (EIP-191, version 0x45).
 * Contract wallets sign otherwise (ERC-1271) and are not proved.
 */
export function verifyEthereumMessage(
  address: string,
  message: string,
  signature: string,
): boolean {
  const signer = recoverAccount('EIP-191', message, signature)
  return signer !== null && signer === address.toLowerCase()
}

/** Returns whether a TRON address signed a message by signMessageV2 (TIP-191). */
export function verifyTronMessage(address: string, message: string, signature: string): boolean {
  const signer = recoverAccount('TIP-191', message, signature)
  return signer !== null && encodeTronAddress(signer) === address
}

/**
 * Returns the account that signed, 0x in lower case; null for what is no signature. The high half
 * of s is refused as wallets never sign with it (EIP-2).
 */
function recoverAccount(
  standard: keyof typeof PREFIXES,
  message: string,
  signature: string,
): string | null {
  const bytes = utf8ToBytes(message)
  const [, digits] = SIGNATURE_HEX.exec(signature.trim()) ?? []
  if (digits === undefined) return null

  const [recovery = 0, compact] = [hexToBytes(digits)[64], hexToBytes(digits).slice(0, 64)]
  const bit = recovery >= 27 ? recovery - 27 : recovery
  if (bit > 1) return null

  const hash = keccak_256(concatBytes(utf8ToBytes(PREFIXES[standard] + bytes.length), bytes))

  try {
    const recoverable = secp256k1.Signature.fromBytes(
      concatBytes(Uint8Array.of(bit), compact),
      'recovered',
    )
    if (recoverable.hasHighS()) return null
    return hashPublicKey(recoverable.recoverPublicKey(hash).toBytes(false))
  } catch {
    return null
  }
}

const hashPublicKey = (publicKey: Uint8Array): string => {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return `0x${bytesToHex(keccak_256(point.slice(1)).slice(12))}`
}
