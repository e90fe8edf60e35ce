import { sql } from 'kysely'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Reader } from '#platform/db/db.ts'

/** An account key with the addresses of it that members have paid to. */
export type PayoutAccount = {
  key: string
  scriptType: 'p2wpkh' | 'p2tr' | 'account'
  fingerprint: string | null
  path: string | null
  addresses: readonly { address: string; index: number }[]
}

/** The most addresses whose coin is spent; the newest ones. */
const MAX_ADDRESSES = 500

/** Returns the account key in force of a payment method; null if it has none. */
export async function findPayoutAccount(
  reader: Reader,
  method: PaymentMethodCode,
  now: Date,
): Promise<PayoutAccount | null> {
  const { rows } = await sql<PayoutAccount & { mode: string }>`
    select s.mode, s.account_key as key, s.script_type as "scriptType", s.fingerprint, s.path,
      coalesce((
        select json_agg(json_build_object('address', i.address, 'index', i.derivation_index))
        from (
          select p.address, p.derivation_index from issued_address p
          join address_source o on o.id = p.source_id
          where p.method = s.method and o.account_key = s.account_key
            and o.script_type = s.script_type and p.paid_at is not null
          order by p.paid_at desc limit ${MAX_ADDRESSES}) i), '[]'::json) as addresses
    from address_source s where s.method = ${method} and s.effective_from <= ${now}
    order by s.effective_from desc, s.sequence desc limit 1`.execute(reader)

  const [account] = rows
  return account?.mode === 'xpub' ? account : null
}
