import { type BitcoinNetworkName, checkAddress, isOfBitcoinNetwork } from '#lib/addresses.ts'
import { DomainError } from '#lib/errors.ts'
import type { Config } from '#platform/config.ts'
import { METHOD_FACTS, type PaymentMethodCode, SAMPLE_ADDRESSES } from './payment-methods.ts'

/** The configuration that decides which networks an address may be of. */
export type NetworkConfig = Pick<Config, 'MODE' | 'BITCOIN_PROVIDERS' | 'BITCOIN_NETWORK'>

/** Returns the network of the configured Bitcoin providers; null while Bitcoin is simulated. */
export const getConfiguredBitcoinNetwork = ({
  BITCOIN_PROVIDERS,
  BITCOIN_NETWORK,
}: NetworkConfig): BitcoinNetworkName | null =>
  BITCOIN_PROVIDERS.length > 0 ? BITCOIN_NETWORK : null

/**
 * Returns the canonical form of an address, which is the stored one. Throws `invalid_address` (422)
 * for an address that can't receive payments by the method.
 */
export function parseReceivingAddress(
  config: NetworkConfig,
  method: PaymentMethodCode,
  text: string,
): string {
  const { MODE } = config
  const { coin } = METHOD_FACTS[method]
  const network = getConfiguredBitcoinNetwork(config)
  const checked = checkAddress(coin, text)
  const createAddressError = (reason: string) =>
    new DomainError('invalid_address', 422, reason, 'address')
  if (!checked.ok) throw createAddressError(checked.reason)
  if (MODE === 'live' && checked.network === 'testnet')
    throw createAddressError('This is a test network address. Payments sent there have no value.')
  if (MODE === 'live' && Object.values(SAMPLE_ADDRESSES).includes(checked.canonical))
    throw createAddressError('This is a published sample address, not your own.')
  if (coin === 'BTC' && network && !isOfBitcoinNetwork(checked.canonical, network))
    throw createAddressError(
      `This address isn’t for ${network}, the network of your Bitcoin providers.`,
    )

  return checked.canonical
}
