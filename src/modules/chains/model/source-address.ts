import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import type { AddressSourceContent } from '#modules/settings/model.ts'
import type { BitcoinNetwork } from './bitcoin-networks.ts'
import { deriveAddress } from './derive-address.ts'

/** Returns an address of a source with an account key; Bitcoin's test keys need their network. */
export function deriveSourceAddress(
  {
    chain,
    accountKey,
    scriptType,
  }: Pick<AddressSourceContent, 'chain' | 'accountKey' | 'scriptType'>,
  index: number,
  network?: BitcoinNetwork,
): string {
  invariant(accountKey && scriptType, 'a source that derives addresses has a key')
  const test = accountKey.startsWith('tpub')

  return deriveAddress({
    chain,
    key: accountKey,
    scriptType,
    test,
    index,
    ...(network && { network }),
  })
}

/** Returns the error for a stored address that doesn't come from its source. */
export const createMismatchError = () =>
  new DomainError(
    'address_mismatch',
    503,
    'We can’t show the payment address: it failed a check, and our staff are notified. Please ' +
      'don’t pay to it.',
  )
