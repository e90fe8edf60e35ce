import { createId } from '#lib/ids.ts'
import type { Tx } from '#platform/db/db.ts'
import type { AddressSourceContent } from '../model.ts'
import type { SettingsTables } from '../tables.ts'

/**
 * Adds the source of a method's addresses from `effectiveFrom` on; earlier ones stay stored. In
 * live the database requires the approval of exactly this content, and a delay of 24 hours. The
 * caller has checked keys and addresses.
 */
export async function addAddressSource(
  tx: Tx,
  content: AddressSourceContent,
  changed: { by: string; at: Date; effectiveFrom: Date; approvalId?: string },
): Promise<string> {
  const id = createId('asr')

  await tx
    .withTables<SettingsTables>()
    .insertInto('address_source')
    .values({
      id,
      method: content.method,
      mode: content.mode,
      chain: content.chain,
      account_key: content.accountKey,
      script_type: content.scriptType,
      fingerprint: content.fingerprint,
      path: content.path,
      addresses: content.addresses && [...content.addresses],
      effective_from: changed.effectiveFrom,
      changed_by: changed.by,
      changed_at: changed.at,
      approval_id: changed.approvalId ?? null,
    })
    .execute()

  return id
}
