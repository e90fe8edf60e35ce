import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { p2pkh, p2sh, p2wpkh } from '@scure/btc-signer'
import { BITCOIN_NETWORKS, type BitcoinNetwork } from './bitcoin-networks.ts'

export type MessageProof = {
  address: string
  message: string
  /** In base64, as wallets write it. */
  signature: string
  network: BitcoinNetwork
}

export const encodeText = (text: string) => new TextEncoder().encode(text)

const FIRST_HEADER = 27
const LAST_HEADER = 42
const FIRST_COMPRESSED = 31

/** Recovers the key of a signature (BIP 137). Electrum writes the header of P2PKH for SegWit. */
export function isLegacyProved(
  { address, message, network }: MessageProof,
  bytes: Uint8Array,
): boolean {
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
