import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { selectMemberAccountOpening } from '#modules/ledger/steps/open-member-accounts.ts'
import type { Tx } from '#platform/db/db.ts'
import { readBatch, toBatchQuery } from '#platform/db/read-batch.ts'
import { OPEN_QUOTES_LIMIT } from '../model.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Opens the member's accounts, and locks the member's quotes until the transaction ends: concurrent
 * requests count the open quotes one after the other.
 */
export async function lockQuotes(tx: Tx, memberId: string): Promise<void> {
  const lock: RawBuilder<{ locked: string }> = sql`
    select pg_advisory_xact_lock(hashtextextended(${`quotes/${memberId}`}, 0))::text as locked`
  await readBatch(tx, {
    accounts: selectMemberAccountOpening(memberId),
    lock: toBatchQuery(lock, {}),
  })
}

/** Selects the ids of the member's open quotes. */
export const selectOpenQuotes = (tx: Tx, memberId: string, now: Date) =>
  toBatchQuery(
    tx
      .withTables<DepositTables>()
      .selectFrom('deposit')
      .select('id')
      .where('member_id', '=', memberId)
      .where('status', '=', 'awaiting_payment')
      .where('expires_at', '>', now),
    {},
  )

/** Bounds how many amounts a member reserves, also in concurrent requests. */
export function assertFewOpenQuotes(open: readonly unknown[]) {
  if (open.length >= OPEN_QUOTES_LIMIT)
    throw new DomainError(
      'too_many_quotes',
      429,
      `You have ${open.length} open quotes. Please pay one or wait until one expires.`,
    )
}
