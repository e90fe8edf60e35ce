import { sql } from 'kysely'
import { invariant } from '#lib/invariant.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { readLedger } from './read-ledger.ts'

/** A row or block that differs from what was chained. */
export type LedgerProblem = {
  problem: string
  block: bigint | null
  seq: bigint | null
  journal_id: bigint | null
  detail: string | null
}

/**
 * Recomputes the hash chain and the balances. Returns an empty list when all agree; otherwise the
 * first wrong row comes first.
 */
export async function verifyLedger(reader: Reader): Promise<LedgerProblem[]> {
  return (await sql<LedgerProblem>`select * from ledger.verify()`.execute(reader)).rows
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
  return (await selectHead(reader).executeTakeFirst()) ?? null
}

const selectHead = (reader: Reader) =>
  readLedger(reader)
    .selectFrom('ledger.chain_block')
    .select(['block', 'last_seq as seq', sql<string>`encode(hash, 'hex')`.as('hash')])
    .orderBy('block', 'desc')
    .limit(1)

/** Returns the query of the head of the chain, at most one row, for `readBatch`. */
export const selectJournalHead = (reader: Reader) =>
  toBatchQuery<JournalBlock>(selectHead(reader), { block: 'bigint', seq: 'bigint' })

/** Returns a block of the chain by its number, or null when it does not exist. */
export async function findJournalBlock(
  reader: Reader,
  block: bigint,
): Promise<{ block: bigint; seq: bigint; hash: string } | null> {
  const found = await readLedger(reader)
    .selectFrom('ledger.chain_block')
    .select(['last_seq', 'hash'])
    .where('block', '=', block)
    .executeTakeFirst()

  return found ? { block, seq: found.last_seq, hash: found.hash.toString('hex') } : null
}

/** Returns the block that contains a journal number; null until the number is chained. */
export async function findBlockBySeq(reader: Reader, seq: bigint): Promise<JournalBlock | null> {
  const found = await readLedger(reader)
    .selectFrom('ledger.chain_block')
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
  /** Age of the oldest committed row that is not chained; 0 when all are. */
  lagSeconds: number
  /** Count of the ids missing below the highest chained one. */
  missingIds: bigint
  /** Of the open transactions; null without the right to see them. */
  oldestTransactionSeconds: number | null
  highestId: bigint
}

/** Returns how far the hash chain is behind the journal. */
export async function getChainHealth(reader: Reader): Promise<ChainHealth> {
  const { rows } = await sql<ChainHealth>`
    select lag_seconds as "lagSeconds", missing_ids as "missingIds",
      highest_id as "highestId",
      oldest_transaction_seconds as "oldestTransactionSeconds"
    from ledger.chain_health()`.execute(reader)

  invariant(rows[0], 'chain_health returns one row')

  return rows[0]
}
