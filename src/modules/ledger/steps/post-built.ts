import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { throwRejection } from './post.ts'

/**
 * Runs a statement that builds a list of transfers in SQL and posts it, which is faster than text
 * for hundreds of transfers. `statement` receives a function that returns the posting expression
 * of a `ledger.transfer[]` query; the expression returns the number of posted transfers, or null
 * for a null list. Throws as `post` does. Call it as the last step before outbox and audit.
 */
export async function postBuilt<Row>(
  tx: Tx,
  statement: (
    buildPost: (list: RawBuilder<unknown>) => RawBuilder<bigint | null>,
  ) => RawBuilder<Row>,
): Promise<Row[]> {
  const buildPostQuery = (list: RawBuilder<unknown>) => sql<
    bigint | null
  >`(select (select count(*) from ledger.post(built.list))
    from (select (${list}) as list offset 0) as built where built.list is not null)`
  return (await statement(buildPostQuery).execute(tx).catch(throwRejection)).rows
}
