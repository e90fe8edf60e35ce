import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'

export type ChainHead = { place: bigint; hash: string | null; waiting: number }

/** Returns the end of the chain, and the number of events that are not chained yet. */
export async function findChainHead(reader: Reader): Promise<ChainHead> {
  const { rows } = await sql<ChainHead>`
    select coalesce(max(place), 0) as place, (select count(*) from audit_pending)::int as waiting,
      (select encode(hash, 'hex') from audit_link order by place desc limit 1) as hash from
      audit_link`.execute(reader)
  return rows[0] ?? { place: 0n, hash: null, waiting: 0 }
}

/** Returns the hash at a place of the chain, or null. */
export async function findLinkHash(reader: Reader, place: bigint): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit_link where place = ${place}`.execute(reader)
  return rows[0]?.hash ?? null
}

const LINKS_PER_CHECK = 5_000

export type ChainCheckResult = { reached: bigint; wrong: { place: bigint; problem: string } | null }

/**
 * Recomputes up to 5,000 hashes of the chain after a place. At the end of the chain it also finds
 * events that were inserted past it.
 */
export async function checkLinks(reader: Reader, after: bigint): Promise<ChainCheckResult> {
  const { rows } = await sql<{ reached: bigint; wrong_place: bigint | null; wrong: string | null }>`
    select * from check_links(${after}, ${LINKS_PER_CHECK})`.execute(reader)
  const found = rows[0]
  const reached = found?.reached ?? after
  if (found?.wrong)
    return { reached, wrong: { place: found.wrong_place ?? reached, problem: found.wrong } }
  if (reached - after === BigInt(LINKS_PER_CHECK)) return { reached, wrong: null }

  const past = await sql<{
    audit_event_id: string
  }>`select audit_event_id from unlinked_audit_events()`.execute(reader)
  const [first] = past.rows
  const problem = first && `the event ${first.audit_event_id} is in no place`

  return { reached, wrong: problem ? { place: reached, problem } : null }
}
