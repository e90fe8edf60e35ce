import { sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { Tx } from '#platform/db.ts'
import type { Kind } from '../model.ts'

/** Has the ledger refuse a kind without a second admin's approval from so many cents on; it never takes that back for a larger amount. */
export async function tightenApproval(tx: Tx, kind: Kind, from: Cents): Promise<void> {
  await sql`select ledger.tighten(${kind}, ${from.toString()}::bigint)`.execute(tx)
}
