import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import type { AccountCode, TransferType } from '../model.ts'

/** A block of the chain as a verifier needs it: hashes in hex, numbers as text. */
export type JournalLink = {
  block: string
  first_seq: string
  last_seq: string
  chained_at: string
  digest: string
  previous_hash: string
  hash: string
}

export type OwnChainedRow = {
  seq: string
  transfer_type: TransferType
  day: Day
  debit: AccountCode
  credit: AccountCode
  /** Cents. */
  amount: string
  /** The hashed text; null when it contains a balance that only the operator may see. */
  text: string | null
  /** The salt of the row's hash, with its text. */
  salt: string | null
}

export type OwnJournalBlock = JournalLink & { leaves: string; rows: OwnChainedRow[] }

const linkColumns = sql`b.block::text as block, b.first_seq::text as first_seq, b.last_seq::text
  as last_seq,
  encode(b.digest, 'hex') as digest, encode(b.previous_hash, 'hex') as previous_hash,
  encode(b.hash, 'hex') as hash`

/**
 * Lists the blocks after a block that contain rows of an owner, oldest first: the hashes of all
 * rows, and the owner's rows.
 */
export async function listOwnerBlocks(
  reader: Reader,
  owner: string,
  { after, limit }: { after: bigint; limit: number },
): Promise<OwnJournalBlock[]> {
  const { rows } = await sql<OwnJournalBlock>`
    select ${linkColumns}, b.chained_at, encode(b.leaves, 'hex') as leaves, b.own_rows as rows
    from ledger.owner_blocks(${owner}, ${after}::bigint, ${limit}) b order by b.block`.execute(
    reader,
  )

  return rows
}

/** Returns the block with a chained number, or null. */
export async function findBlockNumber(reader: Reader, seq: bigint): Promise<bigint | null> {
  const { rows } = await sql<{ block: bigint; last_seq: bigint }>`
    select run.block, b.last_seq from ledger.chain_run run
    join ledger.chain_block b on b.block = run.block
    where run.first_seq <= ${seq} order by run.first_seq desc limit 1`.execute(reader)
  const [found] = rows

  return found && found.last_seq >= seq ? found.block : null
}

/** Lists the blocks of the chain after a block, oldest first, without their rows. */
export async function listJournalLinks(
  reader: Reader,
  { after, limit }: { after: bigint; limit: number },
): Promise<JournalLink[]> {
  const { rows } = await sql<JournalLink>`
    select ${linkColumns}, (extract(epoch from b.chained_at) * 1000000)::bigint::text as chained_at
    from ledger.chain_block b where b.block > ${after} order by b.block limit ${limit}`.execute(
    reader,
  )

  return rows
}
