import { sql } from 'kysely'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import {
  findBlockNumber,
  type JournalLink,
  listJournalLinks,
  listOwnerBlocks,
} from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { ENTRY_PROOF_FORMAT, type EntryProofFile } from '../model.ts'
import { proveEntry } from './proofs.ts'

/** The blocks between an entry and the head in the log: about a minute of them, usually. */
const MAX_LINKS = 5_000

/**
 * Returns the file that proves that an entry of an owner is in the log. Throws `not_found` (404)
 * for another owner's entry, `not_in_log` (409) until the log has a head that covers it, and
 * `older_than_log` or `far_from_log` (409) for one from long before the next head.
 */
export async function buildEntryProof(
  app: Pick<App, 'config' | 'clock' | 'db'>,
  owner: string,
  seq: bigint,
  maxLinks = MAX_LINKS,
): Promise<EntryProofFile> {
  const { db } = app
  const number = await findBlockNumber(db, seq)
  const [found] =
    number === null ? [] : await listOwnerBlocks(db, owner, { after: number - 1n, limit: 1 })
  const row = found?.rows.find((one) => one.seq === String(seq))
  if (!found || !row || found.block !== String(number)) throw createNotFoundError('This entry')

  const head = await findHead(db, BigInt(found.block))
  if (!head) throw createNotYetError()

  const count = Number(BigInt(head.block) - BigInt(found.block))
  if (count > maxLinks) throw createFarError(head.isFirst)

  const links: JournalLink[] =
    count === 0 ? [] : await listJournalLinks(db, { after: BigInt(found.block), limit: count })
  const { leaves, rows: _, ...link } = found
  const { text, salt } = row

  return {
    format: ENTRY_PROOF_FORMAT,
    seq: String(seq),
    block: { ...link, leaves, rows: [{ seq: String(seq), text, salt }] },
    links,
    ...(await proveEntry(app, db, head.position)),
  }
}

const createNotYetError = () =>
  new DomainError(
    'not_in_log',
    409,
    'This entry isn’t in the public log yet. Try again in two minutes.',
  )

const createFarError = (isOlder: boolean) =>
  new DomainError(
    isOlder ? 'older_than_log' : 'far_from_log',
    409,
    (isOlder
      ? 'This entry is older than the public log, '
      : 'The public log has no head near this entry, ') +
      'so it has no proof file. The hash chain on this page verifies it.',
  )

/**
 * Returns the first head in the log that covers a block, and whether none is before it, or null.
 */
async function findHead(reader: Reader, block: bigint) {
  const { rows } = await sql<{ position: string; block: string; isFirst: boolean }>`
    select position::text as position, body ->> 'block' as block,
      not exists (select from log_entry where kind = 'ledger-head'
        and (body ->> 'block')::bigint < ${block}) as "isFirst"
    from log_entry
    where kind = 'ledger-head' and (body ->> 'block')::bigint >= ${block}
    order by (body ->> 'block')::bigint limit 1`.execute(reader)

  const [head] = rows
  return head ? { ...head, position: Number(head.position) } : null
}
