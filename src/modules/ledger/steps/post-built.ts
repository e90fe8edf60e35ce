import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { throwRejection } from './post.ts'

/**
 * Runs a statement that builds a list of transfers and posts it, for hundreds at once without a
 * round through text for each: `statement` is given the expression that posts the
 * `ledger.transfer[]` of a query and answers how many it were, null when the list is null. The same
 * refusals as `post`, and like it the last step before outbox and audit.
 */
export async function postBuilt<Row>(
  tx: Tx,
  statement: (posted: (list: RawBuilder<unknown>) => RawBuilder<bigint | null>) => RawBuilder<Row>,
): Promise<Row[]> {
  const buildPostQuery = (list: RawBuilder<unknown>) => sql<
    bigint | null
  >`(select (select count(*) from ledger.post(built.list))
    from (select (${list}) as list offset 0) as built where built.list is not null)`
  return (await statement(buildPostQuery).execute(tx).catch(throwRejection)).rows
}
