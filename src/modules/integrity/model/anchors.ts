import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'

/**
 * The heads of the hash chain and of the audit log on a date, as published outside the database.
 */
export type LedgerAnchor = {
  day: Day
  block: bigint
  seq: bigint
  hash: string
  owed: Cents
  publishedAt: Date
  auditHead: { place: bigint; hash: string } | null
}

/** Formats an anchor as JSON for people and programs. */
export const formatAnchor = ({
  day,
  block,
  seq,
  hash,
  owed,
  publishedAt,
  auditHead,
}: LedgerAnchor): string =>
  `${JSON.stringify(
    {
      what:
        'The latest hashes of the ledger and of the audit log. Store this file where accounts ' +
        'with write access to the database can’t write.',
      day,
      block: String(block),
      seq: String(seq),
      hash,
      owedToMembersInCents: String(owed),
      ...(auditHead && {
        auditEvents: String(auditHead.place),
        auditHash: auditHead.hash,
      }),
      publishedAt: publishedAt.toISOString(),
    },
    null,
    2,
  )}\n`

const HASH = /^[0-9a-f]{64}$/

/** Parses an anchor file; null when it is invalid. Files without an audit log head have none. */
export function parseAnchor(text: string): LedgerAnchor | null {
  try {
    const {
      day,
      block,
      seq,
      hash,
      owedToMembersInCents: owed,
      publishedAt,
      auditEvents,
      auditHash,
    } = JSON.parse(text)
    if (!HASH.test(hash) || !/^\d{4}-\d\d-\d\d$/.test(day)) return null
    if ((auditEvents !== undefined || auditHash !== undefined) && !HASH.test(auditHash)) return null

    return {
      day,
      block: BigInt(block),
      seq: BigInt(seq),
      hash,
      owed: BigInt(owed),
      publishedAt: new Date(publishedAt),
      auditHead: auditHash === undefined ? null : { place: BigInt(auditEvents), hash: auditHash },
    }
  } catch {
    return null
  }
}
