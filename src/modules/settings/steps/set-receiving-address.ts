import { checkAddress } from '#lib/addresses.ts'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/db/db.ts'
import { METHOD_FACTS, type PaymentMethodCode, SAMPLE_ADDRESSES } from '../model.ts'
import type { SettingsTables } from '../tables.ts'

/**
 * Names the address that takes a method's payments from a moment on; the ones before stay on
 * record. Throws `invalid_address` (422) for a wrong form or checksum, and in live for one of a
 * test network or a known sample. The second admin and the wait before it counts are the caller's.
 */
export async function setReceivingAddress(
  tx: Tx,
  config: Pick<Config, 'MODE'>,
  method: PaymentMethodCode,
  address: string,
  changed: { by: string; at: Date; effectiveFrom: Date },
): Promise<void> {
  await tx
    .withTables<SettingsTables>()
    .insertInto('receiving_address')
    .values({
      id: createId('rad'),
      method,
      address: parseReceivingAddress(config, method, address),
      effective_from: changed.effectiveFrom,
      changed_by: changed.by,
      changed_at: changed.at,
    })
    .execute()
}

/**
 * The address as it is kept. Throws `invalid_address` (422) for one that can't take a method's
 * payments.
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
    throw createAddressError(
      'This address is of a test network: nothing sent there is worth anything.',
    )
  if (MODE === 'live' && Object.values(SAMPLE_ADDRESSES).includes(checked.canonical))
    throw createAddressError('This is a published sample address, not one of yours.')

  return checked.canonical
}
