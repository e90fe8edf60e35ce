import { hex } from '@scure/base'
import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer'
import type { BitcoinNetworkName } from '#lib/addresses.ts'

/** Digits behind the point of one bitcoin. */
export const BITCOIN_SCALE = 8
/** No more satoshis than these will exist. */
export const MAX_BITCOIN_UNITS = 2_100_000_000_000_000n

export type BitcoinNetwork = BitcoinNetworkName

type NetworkRow = {
  /** The hash of its first block. */
  genesis: string
  /** Its name in `getblockchaininfo` of Bitcoin Core. */
  coreName: string
  prefixes: typeof NETWORK
  /** The coin type of BIP 44 in derivation paths. */
  coinType: number
}

export const BITCOIN_NETWORKS: Record<BitcoinNetwork, NetworkRow> = {
  mainnet: {
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    coreName: 'main',
    prefixes: NETWORK,
    coinType: 0,
  },
  testnet: {
    genesis: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    coreName: 'test',
    prefixes: TEST_NETWORK,
    coinType: 1,
  },
  testnet4: {
    genesis: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
    coreName: 'testnet4',
    prefixes: TEST_NETWORK,
    coinType: 1,
  },
  signet: {
    genesis: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
    coreName: 'signet',
    prefixes: TEST_NETWORK,
    coinType: 1,
  },
  regtest: {
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    coreName: 'regtest',
    prefixes: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
    coinType: 1,
  },
}

/** Returns the output script of an address, in hex. Throws if it is of another network. */
export const toScript = (address: string, network: BitcoinNetwork): string =>
  hex.encode(toScriptBytes(address, network))

/** Returns the output script of an address. Throws if it is of another network. */
export const toScriptBytes = (address: string, network: BitcoinNetwork): Uint8Array =>
  OutScript.encode(Address(BITCOIN_NETWORKS[network].prefixes).decode(address))

/** Returns the address of an output script; null if it has none. */
export function toAddress(script: Uint8Array, network: BitcoinNetwork): string | null {
  try {
    return Address(BITCOIN_NETWORKS[network].prefixes).encode(OutScript.decode(script))
  } catch {
    return null
  }
}
