import { sql } from 'kysely'
import { isOfBitcoinNetwork } from '#lib/addresses.ts'
import {
  type AddressSourceContent,
  type PaymentMethodCode,
  SAMPLE_ADDRESSES,
} from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { createMismatchError, deriveSourceAddress } from '../model/source-address.ts'

/** An issued address and the source that it came from. */
export type Origin = Pick<
  AddressSourceContent,
  'chain' | 'accountKey' | 'scriptType' | 'addresses'
> & {
  address: string
  index: number | null
}

/** Returns the network of an issued address: the public test networks share their addresses. */
const findTestNetwork = (address: string) =>
  isOfBitcoinNetwork(address, 'regtest') ? 'regtest' : 'testnet'

/** Returns whether an issued address comes from its source: it is derived again, or in the pool. */
export const isGenuine = ({ address, index, ...source }: Origin): boolean =>
  index === null
    ? (source.addresses ?? []).includes(address)
    : deriveSourceAddress(source, index, findTestNetwork(address)) === address

export type VerifyAddress = { depositId: string; method: PaymentMethodCode; address: string }

/**
 * Checks an address before a member is shown it for payment: it is derived again, or found in the
 * approved pool or among the receiving addresses. Throws `address_mismatch` (503) for another one,
 * such as a row that was changed in the database.
 */
export async function verifyAddress(
  { db, config, log }: Pick<App, 'db' | 'config' | 'log'>,
  { depositId, method, address }: VerifyAddress,
): Promise<void> {
  const { rows } = await sql<{ issued: Origin | null; shared: boolean }>`
    select (select to_jsonb(one) from (
        select i.address, i.derivation_index as index, s.chain, s.account_key as "accountKey",
          s.script_type as "scriptType", s.addresses
        from issued_address i join address_source s on s.id = i.source_id
        where i.deposit_id = ${depositId}) one) as issued,
      exists (select from receiving_address r
        where r.method = ${method} and r.address = ${address}) as shared
  `.execute(db)

  const { issued, shared } = rows[0] ?? { issued: null, shared: false }
  const sample = config.MODE === 'sandbox' && SAMPLE_ADDRESSES[method] === address
  const genuine = issued ? issued.address === address && isGenuine(issued) : shared || sample
  if (genuine) return

  log.error({ deposit: depositId }, 'a payment address doesn’t come from its source')
  throw createMismatchError()
}

/** Returns whether the address was issued to this deposit and stays its own. */
export async function isIssued(
  reader: Reader,
  { id, address }: { id: string; address: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from issued_address where deposit_id = ${id} and address = ${address}`.execute(reader)

  return rows.length > 0
}
