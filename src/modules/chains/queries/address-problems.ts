import { sql } from 'kysely'
import { METHOD_FACTS, type PaymentMethodCode } from '#modules/settings/model.ts'
import { listPaymentMethods } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { POOL_REST_MS, UNUSED_WARNING } from '../model.ts'
import { isGenuine } from './verify-address.ts'

/** The state of the addresses of a method with a source of its own. */
export type AddressSupply = {
  method: PaymentMethodCode
  /** xpub: derived addresses in a row without a payment, up to the last one. */
  unused: number
  /** pool: all addresses that aren't retired, and those that can be lent now. */
  size: number
  free: number
}

/** Returns the state of each method's source that is in force. */
export async function listAddressSupplies(
  app: Pick<App, 'db' | 'config' | 'clock'>,
): Promise<AddressSupply[]> {
  const now = app.clock.now()
  const restedSince = new Date(now.getTime() - POOL_REST_MS[app.config.MODE])
  const methods = await listPaymentMethods(app.db, app.config, now)
  const sources = methods.flatMap(({ source }) => (source ? [source.id] : []))

  const { rows } = await sql<AddressSupply>`
    select s.method,
      (select count(*)::int from issued_address i join address_source t on t.id = i.source_id
        where t.account_key = s.account_key and t.script_type = s.script_type
          and t.method = s.method and i.paid_at is null and i.derivation_index > coalesce(
            (select max(p.derivation_index)
              from issued_address p join address_source u on u.id = p.source_id
              where u.account_key = s.account_key and u.script_type = s.script_type
                and u.method = s.method and p.paid_at is not null), -1)) as unused,
      (select count(*)::int from pool_address p
        where p.source_id = s.id and p.retired_at is null) as size,
      (select count(*)::int from pool_address p
        left join issued_address i on i.method = s.method and i.address = p.address
        where p.source_id = s.id and p.retired_at is null
          and (i.address is null or i.derivation_index is null and i.returned_at <= ${restedSince})
      ) as free
    from address_source s where s.id = any(${sources}::text[])`.execute(app.db)

  return rows
}

/** The number of open addresses that one check verifies, newest first. */
const VERIFIED_MAX = 100

/**
 * Returns a sentence about each problem of the addresses that members are given: one that doesn't
 * come from its source, a pool without a free one, or too many unused in a row.
 */
export async function listAddressProblems(
  app: Pick<App, 'db' | 'config' | 'clock'>,
): Promise<string[]> {
  const { rows } = await sql<Parameters<typeof isGenuine>[0] & { deposit: string; shown: string }>`
    select i.address, i.derivation_index as index, s.chain, s.account_key as "accountKey",
      s.script_type as "scriptType", s.addresses, d.id as deposit, d.address as shown
    from issued_address i join address_source s on s.id = i.source_id
    join deposit d on d.id = i.deposit_id
    where i.returned_at is null order by i.lent_at desc limit ${VERIFIED_MAX}`.execute(app.db)

  const wrong = rows.filter((row) => row.shown !== row.address || !isGenuine(row))
  const supplies = await listAddressSupplies(app)

  return [
    ...wrong.map(
      ({ deposit }) => `The payment address of ${deposit} doesn’t come from its source.`,
    ),
    ...supplies.flatMap(describeSupply),
  ]
}

function describeSupply({ method, unused, size, free }: AddressSupply): string[] {
  const { label } = METHOD_FACTS[method]
  if (size > 0 && free === 0)
    return [`All ${size} ${label} addresses are in use, so members can’t deposit. Add addresses.`]
  if (unused >= UNUSED_WARNING)
    return [
      `${unused} ${label} addresses in a row were not paid. Wallets look no further than 20: ` +
        'raise the gap limit of your wallet.',
    ]

  return []
}
