import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bech32, bech32m, createBase58check, hex } from '@scure/base'
import { COIN_TABLE, type Coin } from './currencies.ts'
import { isPrivateKeyLike, PRIVATE_KEY_MESSAGE } from './private-keys.ts'
import { isTronAddress } from './tron-address.ts'

export type ChainNetwork = 'mainnet' | 'testnet'
/**
 * A valid address. `canonical` is the spelling that is stored and compared; Ethereum addresses are
 * the same on every network.
 */
export type CheckedAddress =
  | { ok: true; canonical: string; network: ChainNetwork | 'any' }
  | { ok: false; reason: string }

const base58check = createBase58check(sha256)
const BASE58_VERSIONS: Record<number, ChainNetwork> = {
  0: 'mainnet',
  5: 'mainnet',
  111: 'testnet',
  196: 'testnet',
}
const BECH32_PREFIXES: Record<string, ChainNetwork> = {
  bc: 'mainnet',
  tb: 'testnet',
  bcrt: 'testnet',
}

/** The networks of Bitcoin: real money, the public test networks, and a chain of tests. */
export const BITCOIN_NETWORK_NAMES = [
  'mainnet',
  'testnet',
  'testnet4',
  'signet',
  'regtest',
] as const
export type BitcoinNetworkName = (typeof BITCOIN_NETWORK_NAMES)[number]

/**
 * The beginnings of valid addresses of each network. The public test networks have the same
 * addresses.
 */
const BITCOIN_ADDRESSES: Record<BitcoinNetworkName, RegExp> = {
  mainnet: /^(bc1|[13])/,
  testnet: /^(tb1|[mn2])/,
  testnet4: /^(tb1|[mn2])/,
  signet: /^(tb1|[mn2])/,
  regtest: /^(bcrt1|[mn2])/,
}

/** Returns whether a valid Bitcoin address can be paid on a network. */
export const isOfBitcoinNetwork = (address: string, network: BitcoinNetworkName): boolean =>
  BITCOIN_ADDRESSES[network].test(address)
const TRON_VERSION = 65
const USDT_CONTRACT = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

const TRON_USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const TRON_ZERO_ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

const rejectAddress = (reason: string): CheckedAddress => ({ ok: false, reason })

/** Checks form, checksum and network of an address that coin will be sent to. */
export function checkAddress(coin: Coin, text: string): CheckedAddress {
  const address = text.trim()
  if (isPrivateKeyLike(address)) return rejectAddress(PRIVATE_KEY_MESSAGE)

  return COIN_TABLE[coin].addressFormat === 'bitcoin'
    ? checkBitcoin(address)
    : checkEthereum(address, coin)
}

function checkBitcoin(address: string): CheckedAddress {
  if (/^0x/i.test(address))
    return rejectAddress('This is an Ethereum address. Please enter a Bitcoin address.')
  if (/^(bc|tb|bcrt)1/i.test(address)) return checkSegwit(address)
  if (address.length < 25 || address.length > 36)
    return rejectAddress('This isn’t a valid Bitcoin address.')

  const payload = tryDecode(() => base58check.decode(address))
  if (!payload)
    return rejectAddress(
      'This Bitcoin address contains a typo: its checksum is wrong. Please check it.',
    )
  if (payload[0] === TRON_VERSION)
    return rejectAddress('This is a Tron address. Please enter a Bitcoin address.')

  const network = BASE58_VERSIONS[payload[0] ?? -1]
  if (!network || payload.length !== 21) return rejectAddress('This isn’t a valid Bitcoin address.')

  return { ok: true, canonical: address, network }
}

/**
 * Checks a bech32 address (BIP 173, BIP 350). Version 0 uses bech32, version 1 bech32m; coin sent
 * to a later version could be taken by anyone.
 */
function checkSegwit(address: string): CheckedAddress {
  if (address.length > 90) return rejectAddress('This isn’t a valid Bitcoin address.')

  const text = address as `${string}1${string}`
  const plain = tryDecode(() => bech32.decode(text))
  const modified = plain ? undefined : tryDecode(() => bech32m.decode(text))
  const parts = plain ?? modified
  if (!parts)
    return rejectAddress(
      'This Bitcoin address contains a typo: its checksum is wrong. Please check it.',
    )

  const network = BECH32_PREFIXES[parts.prefix]
  if (!network) return rejectAddress('This isn’t a valid Bitcoin address.')

  const [version, ...payload] = parts.words
  const program = tryDecode(() => bech32.fromWords(payload))
  const known =
    (version === 0 && plain && (program?.length === 20 || program?.length === 32)) ||
    (version === 1 && modified && program?.length === 32)
  if (!known) return rejectAddress('This type of Bitcoin address isn’t supported.')

  return { ok: true, canonical: address.toLowerCase(), network }
}

function checkEthereum(address: string, coin: Coin): CheckedAddress {
  const name = COIN_TABLE[coin].addressName
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address))
    return rejectAddress(`This is a Tron address. Please enter an address for ${name}.`)
  if (/^(bc|tb)1/i.test(address))
    return rejectAddress(`This is a Bitcoin address. Please enter an address for ${name}.`)

  if (!/^0x[0-9a-fA-F]{40}$/.test(address))
    return rejectAddress(
      `Please enter an address for ${name}: 0x followed by 40 characters (0–9, a–f).`,
    )

  const canonical = toChecksumAddress(address)
  const digits = address.slice(2)
  const carriesChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (carriesChecksum && address !== canonical)
    return rejectAddress('This address contains a typo: its checksum is wrong. Please check it.')
  if (address.toLowerCase() === ZERO_ADDRESS || address.toLowerCase() === USDT_CONTRACT)
    return rejectAddress(
      'Crypto sent to this address would be lost. Please enter your own address.',
    )

  return { ok: true, canonical, network: 'any' }
}

/**
 * Checks a TRON address for USDT (TRC-20): base58check with the version 0x41, which TRON's test
 * networks share.
 */
export function checkTronAddress(text: string): CheckedAddress {
  const address = text.trim()
  if (isPrivateKeyLike(address)) return rejectAddress(PRIVATE_KEY_MESSAGE)
  if (/^0x/i.test(address))
    return rejectAddress('This is an Ethereum address. Please enter a TRON address.')
  if (/^(bc|tb)1/i.test(address))
    return rejectAddress('This is a Bitcoin address. Please enter a TRON address.')
  if (address.length < 25 || address.length > 36)
    return rejectAddress('Please enter a TRON address: T followed by 33 letters and digits.')

  const payload = tryDecode(() => base58check.decode(address))
  if (!payload)
    return rejectAddress(
      'This TRON address contains a typo: its checksum is wrong. Please check it.',
    )
  if (BASE58_VERSIONS[payload[0] ?? -1])
    return rejectAddress('This is a Bitcoin address. Please enter a TRON address.')
  if (payload[0] !== TRON_VERSION || payload.length !== 21)
    return rejectAddress('This isn’t an address of the TRON network.')
  if (address === TRON_USDT_CONTRACT || address === TRON_ZERO_ADDRESS)
    return rejectAddress(
      'Crypto sent to this address would be lost. Please enter your own address.',
    )

  return { ok: true, canonical: address, network: 'any' }
}

/** Checks an address of a coin on any of its chains: USDT is on Ethereum and on TRON. */
export const checkAnyAddress = (coin: Coin, text: string): CheckedAddress =>
  coin === 'USDT' && isTronAddress(text.trim()) ? checkTronAddress(text) : checkAddress(coin, text)

/** Returns a valid TRON address in the form of Ethereum: 0x and its 20 bytes in lower case. */
export const decodeTronAddress = (address: string): string =>
  `0x${hex.encode(base58check.decode(address).slice(1))}`

/** Returns the TRON address of 20 bytes, given as 0x and 40 hex digits. */
export const encodeTronAddress = (hexAddress: string): string =>
  base58check.encode(Uint8Array.of(TRON_VERSION, ...hex.decode(hexAddress.slice(2).toLowerCase())))

/**
 * Returns the EIP-55 spelling: a letter is a capital where the hash of the lower-case address says
 * so.
 */
export function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits)))
  const spelt = Array.from(digits, (digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${spelt.join('')}`
}

function tryDecode<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
