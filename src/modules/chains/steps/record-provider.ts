import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { ChainCursor, ChainProvider } from '../adapters/chain-provider.ts'
import { computeBackOff } from '../model/check-times.ts'
import type { ChainTip } from '../model.ts'
import type { ChainTables } from '../tables.ts'

type ProviderKey = Pick<ChainProvider, 'chain' | 'name'>

/** The longest description of a problem that is stored. */
const MAX_PROBLEM = 300

/**
 * Stores a provider's newest block, and the cursor if there is a new one. After a problem, the
 * addresses that were checked without the provider are due again.
 */
export async function recordAnswer(
  tx: Tx,
  { chain, name }: ProviderKey,
  { tip, cursor }: { tip: ChainTip; cursor?: ChainCursor },
  now: Date,
): Promise<void> {
  const before = await tx
    .withTables<ChainTables>()
    .selectFrom('chain_provider')
    .select('problem_since')
    .where('chain', '=', chain)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()

  await tx
    .withTables<ChainTables>()
    .updateTable('chain_provider')
    .set({
      tip_height: tip.height,
      tip_hash: tip.hash,
      tip_at: tip.at,
      final_height: tip.finalHeight,
      checked_at: now,
      answered_at: now,
      problem: null,
      problem_since: null,
      behind: false,
      failures: 0,
      retry_at: null,
      ...(cursor && { cursor: JSON.stringify(cursor) }),
    })
    .where('chain', '=', chain)
    .where('name', '=', name)
    .execute()

  if (before.problem_since)
    await sql`
      update chain_address set next_check_at = ${now}
      where chain = ${chain} and checked_at >= ${before.problem_since}::timestamptz
        and next_check_at > ${now}`.execute(tx)
}

/**
 * Stores why a provider gave no answer that counts. What it showed before stays, and it is asked
 * again after a pause that doubles.
 */
export async function recordFailure(
  tx: Tx,
  { chain, name }: ProviderKey,
  { problem, isBehind }: { problem: string; isBehind: boolean },
  now: Date,
): Promise<void> {
  const own = tx.withTables<ChainTables>()
  const before = await own
    .selectFrom('chain_provider')
    .select(['failures', 'problem_since'])
    .where('chain', '=', chain)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()

  const failures = before.failures + 1
  await own
    .updateTable('chain_provider')
    .set({
      checked_at: now,
      problem: problem.trim().slice(0, MAX_PROBLEM) || 'It gave no reason.',
      problem_since: before.problem_since ?? now,
      behind: isBehind,
      failures,
      retry_at: new Date(now.getTime() + computeBackOff(failures)),
    })
    .where('chain', '=', chain)
    .where('name', '=', name)
    .execute()
}
