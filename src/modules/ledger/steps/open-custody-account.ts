import { sql } from 'kysely'
import type { Currency } from '#lib/money.ts'
import type { Tx } from '#platform/db/db.ts'
import { toCustodyAccountCode } from '../model.ts'

/**
 * Opens another custody account of a currency (`cold` for BTC). Hot coin and the bank are open
 * from the start.
 */
export async function openCustodyAccount(tx: Tx, place: string, currency: Currency): Promise<void> {
  await sql`select ledger.open_account(${toCustodyAccountCode(currency, place)}, 'custody',
    ${currency})`.execute(tx)
}
