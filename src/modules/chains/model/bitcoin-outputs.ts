import { p2tr, p2wpkh } from '@scure/btc-signer'
import { invariant } from '#lib/invariant.ts'
import type { AccountKey } from './account-key.ts'
import { BITCOIN_NETWORKS, type BitcoinNetwork } from './bitcoin-networks.ts'
import { readKey } from './extended-keys.ts'

/** The operator's account that pays, watch-only. */
export type PayoutAccount = { key: AccountKey; network: BitcoinNetwork }

/** An address of an account: 0 receives, 1 is change. */
export type AddressStep = { chain: 0 | 1; index: number }

const HARDENED = 0x80000000

/** Returns an output of the account, with what a signing device needs to find its key. */
export function deriveOutput(
  { key, network }: PayoutAccount,
  { chain, index }: AddressStep,
): AccountOutput {
  const { publicKey } = readKey(key.key, key.test).deriveChild(chain).deriveChild(index)
  invariant(publicKey, 'an extended public key derives public keys')

  const { prefixes } = BITCOIN_NETWORKS[network]
  const origin: Origin | null =
    key.fingerprint !== null && key.path !== null
      ? {
          fingerprint: Number.parseInt(key.fingerprint, 16),
          path: [...key.path.split('/').map(parseStep), chain, index],
        }
      : null

  const isTaproot = key.scriptType === 'p2tr'
  const internalKey = publicKey.slice(1)
  const { address, script } = isTaproot
    ? p2tr(internalKey, undefined, prefixes)
    : p2wpkh(publicKey, prefixes)
  invariant(address, 'a key has an address')

  return {
    address,
    script,
    derivation: isTaproot
      ? describeTaprootKey(internalKey, origin)
      : { ...(origin && { bip32Derivation: [[publicKey, origin]] }) },
  }
}

/** Describes a key as BIP 371 does. */
const describeTaprootKey = (key: Uint8Array, origin: Origin | null): Derivation => ({
  tapInternalKey: key,
  ...(origin && { tapBip32Derivation: [[key, { hashes: [], der: origin }]] }),
})

type Origin = { fingerprint: number; path: number[] }
type Derivation = {
  bip32Derivation?: [Uint8Array, Origin][]
  tapInternalKey?: Uint8Array
  tapBip32Derivation?: [Uint8Array, { hashes: Uint8Array[]; der: Origin }][]
}

export type AccountOutput = { address: string; script: Uint8Array; derivation: Derivation }

const parseStep = (step: string) => Number.parseInt(step, 10) + (step.endsWith("'") ? HARDENED : 0)
