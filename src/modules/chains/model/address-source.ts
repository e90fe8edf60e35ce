import type { BitcoinNetworkName } from '#lib/addresses.ts'
import { DomainError } from '#lib/errors.ts'
import {
  type AddressChain,
  type AddressSourceContent,
  getConfiguredBitcoinNetwork,
  getDefaultChain,
  getMethodChains,
  type NetworkConfig,
} from '#modules/settings/model.ts'
import { isPublishedKey, parseAccountKey } from './account-key.ts'
import type { AddressSourceInput } from './address-source-input.ts'
import { parsePool } from './pool-addresses.ts'
import { deriveSourceAddress } from './source-address.ts'

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
