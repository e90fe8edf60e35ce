import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { AccountType } from '../model.ts'
import type { Entry } from './entry-selection.ts'

export type ChainedEntry = Omit<Entry, 'seq' | 'debitBalance' | 'creditBalance'> & {
  seq: bigint
  debitType: AccountType
  creditType: AccountType
}

/**
 * Lists the rows with `after < seq <= upTo` in that order. It returns all of them: bound the
 * range to a few thousand.
 */
export async function listChainedEntries(
  reader: Reader,
  after: bigint,
  upTo: bigint,
): Promise<ChainedEntry[]> {
  const { rows } = await sql<ChainedEntry>`
    select run.first_seq + j.id - run.first_id as seq, j.id as "journalId",
      j.idempotency_key as "idempotencyHash", j.transfer_type as "transferType", j.amount,
      j.effective_date as "effectiveDate", j.posted_at as "postedAt", j.reference,
      j.actor, j.reason, j.receipt, j.approval, d.currency, d.code as debit,
      d.account_type as "debitType", c.code as credit, c.account_type as "creditType"
    from ledger.chain_run run
    cross join lateral (select * from ledger.entries where id
      between greatest(run.first_id, run.first_id + ${after}::bigint + 1 - run.first_seq)
      and least(run.last_id, run.first_id + ${upTo}::bigint - run.first_seq) offset 0) j
    cross join lateral (select * from ledger.accounts where id = j.debit offset 0) d
    cross join lateral (select * from ledger.accounts where id = j.credit offset 0) c
    where run.first_seq <= ${upTo}::bigint and run.first_seq >= coalesce(
      (select max(first_seq) from ledger.chain_run where first_seq <= ${after}::bigint + 1), 0)
    order by seq`.execute(reader)

  return rows
}
