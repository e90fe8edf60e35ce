import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import type { AddressSource, AddressSourceRow, PaymentMethodCode } from '../model.ts'
import type { SettingsTables } from '../tables.ts'

const select = (reader: Reader) =>
  reader
    .withTables<SettingsTables>()
    .selectFrom('address_source')
    .select(['id', 'method', 'mode', 'chain', 'account_key as accountKey', 'fingerprint', 'path'])
    .select(['script_type as scriptType', 'effective_from as effectiveFrom'])
    .select(['changed_by as by', 'changed_at as at'])
    .orderBy('effective_from', 'desc')
    .orderBy('sequence', 'desc')

/** Returns the query of every source ever set, newest first, for `readBatch`. */
export const selectAddressSources = (reader: Reader) =>
  toBatchQuery<AddressSourceRow>(select(reader), { effectiveFrom: 'instant', at: 'instant' })

/** Returns every source ever set, newest first, with the addresses of its pool. */
export async function listAddressSources(reader: Reader): Promise<AddressSource[]> {
  return await select(reader).select('addresses').execute()
}

/** Returns the source of a method that is in force; null while it has a shared address only. */
export async function findSourceInForce(
  reader: Reader,
  method: PaymentMethodCode,
  now: Date,
): Promise<AddressSource | null> {
  const row = await select(reader)
    .select('addresses')
    .where('method', '=', method)
    .where('effective_from', '<=', now)
    .limit(1)
    .executeTakeFirst()

  return row ?? null
}
