import { createId } from '#lib/ids.ts'
import type { Tx } from '#platform/db/db.ts'
import { type NetworkConfig, type PaymentMethodCode, parseReceivingAddress } from '../model.ts'
import type { SettingsTables } from '../tables.ts'

/**
 * Adds a receiving address that takes effect at `effectiveFrom`; earlier addresses stay stored.
 * Throws `invalid_address` (422) for a wrong format or checksum, and in live for an address of a
 * test network or a published sample. In live the database requires the approval of exactly this
 * address, and a delay of 24 hours.
 */
export async function setReceivingAddress(
  tx: Tx,
  config: NetworkConfig,
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
