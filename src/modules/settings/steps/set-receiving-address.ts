import { checkAddress } from '#lib/addresses.ts'
import { DomainError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/db/db.ts'
import { METHOD_FACTS, type PaymentMethodCode, SAMPLE_ADDRESSES } from '../model.ts'
import type { SettingsTables } from '../tables.ts'

/**
 * Adds a receiving address that takes effect at `effectiveFrom`; earlier addresses stay stored.
 * Throws `invalid_address` (422) for a wrong format or checksum, and in live for an address of a
 * test network or a published sample. In live the database requires the approval of exactly this
 * address, and a delay of 24 hours.
 */
export async function setReceivingAddress(
  tx: Tx,
  config: Pick<Config, 'MODE'>,
  method: PaymentMethodCode,
  address: string,
  changed: { by: string; at: Date; effectiveFrom: Date; approvalId?: string },
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
      approval_id: changed.approvalId ?? null,
    })
    .execute()
}

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
