import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, hex } from '@scure/base'
import { Address, OutScript, p2wpkh, RawWitness } from '@scure/btc-signer'
import { encodeTronAddress, toChecksumAddress } from '#lib/addresses.ts'
import { buildSigned } from '#modules/chains/model/message-spend.ts'

/** Returns the account of a key, 0x in lower case. */
const getAccount = (seed: number) => {
  const point = secp256k1.getPublicKey(createKey(seed), false)
  return `0x${hex.encode(keccak_256(point.slice(1)).slice(12))}`
}

export type MessageSigner = { address: string; sign(message: string): string }

const createKey = (seed: number) => new Uint8Array(32).fill(seed)
const getPublicKey = (key: Uint8Array) => secp256k1.getPublicKey(key, true)

/** A wallet with one native SegWit address, which signs by BIP 322. */
export function createBitcoinSigner(seed = 7): MessageSigner {
  const key = createKey(seed)
  const address = p2wpkh(getPublicKey(key)).address ?? ''

  return {
    address,
    sign: (message) => {
      const transaction = buildSigned(message, OutScript.encode(Address().decode(address)))
      transaction.signIdx(key, 0)
      transaction.finalize()
      return base64.encode(RawWitness.encode(transaction.getInput(0).finalScriptWitness ?? []))
    },
  }
}

/** Signs by BIP 137 for the native SegWit address of the same key. */
export function signLegacy(message: string, seed = 7): string {
  const text = utf8ToBytes(message)
  const length = text.length < 0xfd ? [text.length] : [0xfd, text.length & 0xff, text.length >> 8]
  const prefix = utf8ToBytes('\x18Bitcoin Signed Message:\n')
  const hash = sha256(sha256(concatBytes(prefix, Uint8Array.from(length), text)))
  const [recovery = 0, ...compact] = signRecovered(hash, createKey(seed))

  return base64.encode(Uint8Array.of(39 + recovery, ...compact))
}

/** A wallet with one Ethereum address, which signs by EIP-191 as personal_sign does. */
export const createEthereumSigner = (seed = 8): MessageSigner => ({
  address: toChecksumAddress(getAccount(seed)),
  sign: (message) => signAccount('\x19Ethereum Signed Message:\n', message, seed),
})

/** A wallet with one TRON address, which signs by TIP-191 as signMessageV2 does. */
export const createTronSigner = (seed = 9): MessageSigner => ({
  address: encodeTronAddress(getAccount(seed)),
  sign: (message) => signAccount('\x19TRON Signed Message:\n', message, seed),
})

function signAccount(prefix: string, message: string, seed: number): string {
  const text = utf8ToBytes(message)
  const hash = keccak_256(concatBytes(utf8ToBytes(`${prefix}${text.length}`), text))
  const [recovery = 0, ...compact] = signRecovered(hash, createKey(seed))

  return `0x${hex.encode(Uint8Array.from(compact))}${hex.encode(Uint8Array.of(27 + recovery))}`
}

const signRecovered = (hash: Uint8Array, key: Uint8Array): Uint8Array =>
  secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
