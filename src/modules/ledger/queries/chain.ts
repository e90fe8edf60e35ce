import { sql } from 'kysely'
import { invariant } from '#lib/invariant.ts'
import type { Reader } from '#platform/db/db.ts'
import type { AccountType } from '../model.ts'
import type { Entry } from './entry-selection.ts'
import { readLedger } from './read-ledger.ts'

/** A row or block that differs from what was chained. */
export type Problem = {
  problem: string
  block: bigint | null
  seq: bigint | null
  entry: bigint | null
  detail: string | null
}

/**
 * Recomputes the hash chain and the balances. Returns an empty list when all agree; otherwise the
 * first wrong row comes first.
 */
export async function verifyLedger(reader: Reader): Promise<Problem[]> {
  return (await sql<Problem>`select * from ledger.verify()`.execute(reader)).rows
}

/**
 * A block of the hash chain: the number of its last row, and the hash that covers it and all rows
 * before.
 */
export type JournalBlock = { block: bigint; seq: bigint; hash: string }

/**
 * Returns the last block of the chain, which anchors publish outside the database; null before
 * the first.
 */
export async function findJournalHead(reader: Reader): Promise<JournalBlock | null> {
  const head = await readLedger(reader)
    .selectFrom('ledger.seal_block')
    .select(['block', 'last_seq', 'hash'])
    .orderBy('block', 'desc')
    .limit(1)
    .executeTakeFirst()

  return head ? { block: head.block, seq: head.last_seq, hash: head.hash.toString('hex') } : null
}

/** Returns a block of the chain by its number, or null when it does not exist. */
export async function findJournalBlock(
  reader: Reader,
  block: bigint,
): Promise<{ block: bigint; seq: bigint; hash: string } | null> {
  const found = await readLedger(reader)
    .selectFrom('ledger.seal_block')
    .select(['last_seq', 'hash'])
    .where('block', '=', block)
    .executeTakeFirst()

  return found ? { block, seq: found.last_seq, hash: found.hash.toString('hex') } : null
}

/** Returns the block that contains a journal number; null until the number is chained. */
export async function findBlockBySeq(reader: Reader, seq: bigint): Promise<JournalBlock | null> {
  const found = await readLedger(reader)
    .selectFrom('ledger.seal_block')
    .select(['block', 'last_seq', 'hash'])
    .where('last_seq', '>=', seq)
    .orderBy('block')
    .limit(1)
    .executeTakeFirst()

  return found
    ? { block: found.block, seq: found.last_seq, hash: found.hash.toString('hex') }
    : null
}

export type ChainHealth = {
  /** Since the oldest committed row was written that isn't sealed; 0 when all are. */
  lagSeconds: number
  /** Numbers below the highest sealed one that are missing. */
  gapEntries: bigint
  /** Of the transactions open in this database; null where the database doesn't let us see them. */
  oldestTransactionSeconds: number | null
  highestEntry: bigint
}

/** Returns how far the hash chain is behind the journal. */
export async function getChainHealth(reader: Reader): Promise<ChainHealth> {
  const { rows } = await sql<ChainHealth>`
    select lag_seconds as "lagSeconds", gap_entries as "gapEntries", highest_entry as
    "highestEntry",
      oldest_transaction_seconds as "oldestTransactionSeconds" from ledger.seal_health()`.execute(
    reader,
  )

  invariant(rows[0], 'seal_health answers one row')

  return rows[0]
}

export type ChainedEntry = Omit<Entry, 'seq' | 'debitBalance' | 'creditBalance'> & {
  seq: bigint
  debitClass: AccountType
  creditClass: AccountType
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
    select run.first_seq + j.entry - run.first_entry as seq, j.entry, j.id, j.kind, j.amount,
    j.effective,
      j.posted_at as "postedAt", j.reference, j.actor, j.reason, j.receipt, j.approval, d.currency,
      d.code as debit, d.class as "debitClass", c.code as credit, c.class as "creditClass"
    from ledger.seal_run run
    cross join lateral (select * from ledger.entries where entry
      between greatest(run.first_entry, run.first_entry + ${after}::bigint + 1 - run.first_seq)
      and least(run.last_entry, run.first_entry + ${upTo}::bigint - run.first_seq) offset 0) j
    cross join lateral (select * from ledger.accounts where id = j.debit offset 0) d
    cross join lateral (select * from ledger.accounts where id = j.credit offset 0) c
    where run.first_seq <= ${upTo}::bigint and run.first_seq >= coalesce(
      (select max(first_seq) from ledger.seal_run where first_seq <= ${after}::bigint + 1), 0)
    order by seq`.execute(reader)

  return rows
}
