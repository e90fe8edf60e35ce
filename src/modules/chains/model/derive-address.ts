import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBase58check, hex } from '@scure/base'
import type { HDKey } from '@scure/bip32'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { toChecksumAddress } from '#lib/addresses.ts'
import { invariant } from '#lib/invariant.ts'
import type { ChainName } from '../model.ts'
import type { AccountKey } from './account-key.ts'
import { BITCOIN_NETWORKS, type BitcoinNetwork } from './bitcoin-networks.ts'
import { readKey } from './extended-keys.ts'

const TRON_PREFIX = 0x41

export type DeriveAddress = Pick<AccountKey, 'key' | 'scriptType' | 'test'> & {
  chain: ChainName
  index: number
  /** Of a Bitcoin test key: the test network; `testnet` unless it is another one. */
  network?: BitcoinNetwork
}

/**
 * Returns the address `0/index` of an account key: BIP 84 or BIP 86 on Bitcoin, EIP-55 on Ethereum,
 * base58check on TRON.
 */
export function deriveAddress({ chain, key, scriptType, test, index, network }: DeriveAddress) {
  const publicKey = getReceivingNode(key, test).deriveChild(index).publicKey
  invariant(publicKey, 'an extended public key derives public keys')

  if (chain === 'ethereum') return toChecksumAddress(`0x${hex.encode(hashAccount(publicKey))}`)
  if (chain === 'tron')
    return createBase58check(sha256).encode(Uint8Array.of(TRON_PREFIX, ...hashAccount(publicKey)))

  const { prefixes } = BITCOIN_NETWORKS[toKeyNetwork(test, network)]
  const { address } =
    scriptType === 'p2tr'
      ? p2tr(publicKey.slice(1), undefined, prefixes)
      : p2wpkh(publicKey, prefixes)
  invariant(address, 'a key has an address')

  return address
}

/** Returns the network of a key's addresses: a test key has none on the main network. */
const toKeyNetwork = (test: boolean, network: BitcoinNetwork = 'testnet'): BitcoinNetwork =>
  !test ? 'mainnet' : network === 'mainnet' ? 'testnet' : network

/** Returns the last 20 bytes of the hash of the uncompressed key, as account chains use it. */
const hashAccount = (publicKey: Uint8Array) =>
  keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).slice(1)).slice(-20)

const MAX_CACHED = 16
const receivingNodes = new Map<string, HDKey>()

/**
 * Returns the node `0` of an account key. It is cached, because deriving it is half of the work.
 */
function getReceivingNode(key: string, test: boolean): HDKey {
  const cached = receivingNodes.get(key)
  if (cached) return cached

  const node = readKey(key, test).deriveChild(0)
  if (receivingNodes.size >= MAX_CACHED) receivingNodes.clear()
  receivingNodes.set(key, node)

  return node
}
