import { DomainError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentMethodCode } from '../model.ts'
import type { SettingsTables } from '../tables.ts'

const FORM = /^[A-Za-z0-9]{20,100}$/

/**
 * Names the address that takes a method's payments from a moment on; the ones before stay on record.
 * Checksum and network are the caller's to check, as is the second admin in live.
 */
export async function setReceivingAddress(
  tx: Tx,
  method: PaymentMethodCode,
  address: string,
  changed: { by: string; at: Date; effectiveFrom: Date },
): Promise<void> {
  if (!FORM.test(address))
    throw new DomainError('invalid_address', 422, 'This is not a payment address.', 'address')
  await tx
    .withTables<SettingsTables>()
    .insertInto('receiving_address')
    .values({
      id: newId('rad'),
      method,
      address,
      effective_from: changed.effectiveFrom,
      changed_by: changed.by,
      changed_at: changed.at,
    })
    .execute()
}
