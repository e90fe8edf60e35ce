import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { refused } from './post.ts'

/**
 * Posts a list that SQL has built, given as the text of a `ledger.transfer[]`: what `post` does, without a round through
 * JavaScript for each row. For lists of hundreds; the same refusals.
 */
export async function postBuilt(tx: Tx, list: string): Promise<void> {
  await sql`select count(*) from ledger.post(${list}::ledger.transfer[])`.execute(tx).catch(refused)
}
