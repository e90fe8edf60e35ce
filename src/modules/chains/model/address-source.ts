import { type BitcoinNetworkName, checkTronAddress } from '#lib/addresses.ts'
import { DomainError } from '#lib/errors.ts'
import { createPrivateKeyError, isPrivateKeyLike } from '#lib/private-keys.ts'
import {
  type AddressChain,
  type AddressMode,
  type AddressSourceContent,
  getConfiguredBitcoinNetwork,
  getDefaultChain,
  getMethodChains,
  MAX_POOL_ADDRESSES,
  type NetworkConfig,
  type PaymentMethodCode,
  parseReceivingAddress,
} from '#modules/settings/model.ts'
import { isPublishedKey, parseAccountKey } from './account-key.ts'
import { deriveSourceAddress } from './source-address.ts'

/** The form in which an owner changes where a method's addresses come from. */
export type AddressSourceInput = {
  method: PaymentMethodCode
  mode: AddressMode
  chain?: AddressChain | undefined
  /** xpub: the pasted key, optionally after its origin. */
  accountKey?: string | undefined
  scriptType?: 'p2wpkh' | 'p2tr' | undefined
  /** pool: the pasted addresses, between spaces, commas or line ends. */
  addresses?: string | undefined
}

/**
 * Checks a source and returns it as it is approved and stored. Throws `invalid_setting`,
 * `invalid_address` with the faulty lines, `invalid_key` and `private_key` (422) with the field.
 */
export function parseAddressSourceInput(
  config: NetworkConfig,
  input: AddressSourceInput,
): AddressSourceContent {
  const { method, mode } = input
  const chain = input.chain ?? getDefaultChain(method)
  if (!getMethodChains(method).includes(chain))
    throw new DomainError('invalid_setting', 422, 'Choose a network of this method.', 'chain')

  const empty = { accountKey: null, scriptType: null, fingerprint: null, path: null }
  if (mode === 'xpub')
    return { method, mode, chain, ...parseKey(config, chain, input), addresses: null }
  if (mode === 'pool')
    return { method, mode, chain, ...empty, addresses: parsePool(config, method, chain, input) }
  if (chain === 'tron')
    throw new DomainError(
      'invalid_setting',
      422,
      'USDT on TRON takes an account key or a pool of addresses.',
      'mode',
    )

  return { method, mode, chain, ...empty, addresses: null }
}

function parseKey(
  config: NetworkConfig,
  chain: AddressChain,
  { accountKey = '', scriptType }: AddressSourceInput,
) {
  const account = parseAccountKey({ chain, text: accountKey, scriptType })
  const createKeyError = (message: string) =>
    new DomainError('invalid_key', 422, message, 'accountKey')

  const { MODE } = config
  const configured = getConfiguredBitcoinNetwork(config)
  if (MODE === 'live' && account.test)
    throw createKeyError('This is the key of a test network. Payments to it have no value.')
  if (MODE === 'live' && isPublishedKey(account))
    throw createKeyError('The private key of this account is published. Use your own.')
  if (chain === 'bitcoin' && configured && account.test !== (configured !== 'mainnet'))
    throw createKeyError(`This key isn’t for ${configured}, the network of your Bitcoin providers.`)

  return {
    accountKey: account.key,
    scriptType: account.scriptType,
    fingerprint: account.fingerprint,
    path: account.path,
  }
}

/** The number of faulty lines that a message names. */
const MAX_FAULTS_NAMED = 5

function parsePool(
  config: NetworkConfig,
  method: PaymentMethodCode,
  chain: AddressChain,
  { addresses = '' }: AddressSourceInput,
): string[] {
  if (isPrivateKeyLike(addresses)) throw createPrivateKeyError('addresses')

  const texts = addresses.split(/[\s,;]+/).filter((text) => text !== '')
  const faults: string[] = []
  const pool = new Set<string>()

  for (const [at, text] of texts.entries()) {
    const checked = checkPoolAddress(config, method, chain, text)
    if (!checked.ok) faults.push(`Address ${at + 1}: ${checked.reason}`)
    else if (pool.has(checked.address)) faults.push(`Address ${at + 1} is listed twice.`)
    else pool.add(checked.address)
  }

  const more = faults.length - MAX_FAULTS_NAMED
  if (more > 0) faults.splice(MAX_FAULTS_NAMED, more, `${more} more need correction.`)
  if (faults.length > 0)
    throw new DomainError('invalid_address', 422, faults.join(' '), 'addresses')
  if (pool.size === 0)
    throw new DomainError('invalid_address', 422, 'Paste at least one address.', 'addresses')
  if (pool.size > MAX_POOL_ADDRESSES)
    throw new DomainError(
      'invalid_address',
      422,
      `A pool has at most ${MAX_POOL_ADDRESSES} addresses.`,
      'addresses',
    )

  return [...pool]
}

type PoolAddress = { ok: true; address: string } | { ok: false; reason: string }

function checkPoolAddress(
  config: NetworkConfig,
  method: PaymentMethodCode,
  chain: AddressChain,
  text: string,
): PoolAddress {
  if (chain === 'tron') {
    const checked = checkTronAddress(text)
    return checked.ok ? { ok: true, address: checked.canonical } : checked
  }

  try {
    return { ok: true, address: parseReceivingAddress(config, method, text) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ok: false, reason: error.message }
  }
}

/** The number of addresses that the operator compares with the wallet before a key is used. */
const COMPARED = 3

type ListedAddresses = {
  from?: number
  count?: number
  /** Of a Bitcoin test key. */
  network?: BitcoinNetworkName
}

/**
 * Returns the first addresses of a source: by default the three that the operator compares with the
 * wallet.
 */
export const listFirstAddresses = (
  source: AddressSourceContent,
  { from = 0, count = COMPARED, network }: ListedAddresses = {},
): string[] =>
  source.mode === 'xpub'
    ? Array.from({ length: count }, (_, at) => deriveSourceAddress(source, from + at, network))
    : (source.addresses ?? []).slice(from, from + count)
