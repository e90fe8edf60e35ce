import { checkAddress } from '#lib/addresses.ts'
import { DomainError } from '#lib/errors.ts'
import type { Config } from '#platform/config.ts'
import { METHOD_FACTS, type PaymentMethodCode, SAMPLE_ADDRESSES } from './payment-methods.ts'

/**
 * Returns the canonical form of an address, which is the stored one. Throws `invalid_address` (422)
 * for an address that can't receive payments by the method.
 */
export function parseReceivingAddress(
  { MODE }: Pick<Config, 'MODE'>,
  method: PaymentMethodCode,
  text: string,
): string {
  const checked = checkAddress(METHOD_FACTS[method].coin, text)
  const createAddressError = (reason: string) =>
    new DomainError('invalid_address', 422, reason, 'address')
  if (!checked.ok) throw createAddressError(checked.reason)
  if (MODE === 'live' && checked.network === 'testnet')
    throw createAddressError('This is a test network address. Payments sent there have no value.')
  if (MODE === 'live' && Object.values(SAMPLE_ADDRESSES).includes(checked.canonical))
    throw createAddressError('This is a published sample address, not your own.')

  return checked.canonical
}
