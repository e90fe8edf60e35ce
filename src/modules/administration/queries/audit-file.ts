import { BYTE_ORDER_MARK, formatCsv } from '#lib/csv.ts'
import { addDays } from '#lib/dates.ts'
import {
  type AuditEventSearch,
  type ChainedAuditEvent,
  searchAuditEvents,
} from '#modules/audit/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { ListFile } from '#platform/files/export.ts'

export type DaySearch = {
  search?: string
  action?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

/** Returns the search of the audit log for whole UTC days, including `until`. */
export function toAuditSearch({ since, until, search, action }: DaySearch): AuditEventSearch {
  return {
    ...(search && { search }),
    ...(action && { action }),
    ...(since && { since: new Date(`${since}T00:00:00Z`) }),
    ...(until && { until: new Date(`${addDays(until, 1)}T00:00:00Z`) }),
  }
}

const MAX_EXPORTED_EVENTS = 50_000
const PAGE_SIZE = 1_000

/**
 * Returns the newest 50,000 matching audit events as CSV. The hash column lets an auditor verify
 * the chain: each hash covers the previous hash and the event's own text.
 */
export async function buildAuditFile(
  reader: Reader,
  search: AuditEventSearch,
  name: string,
): Promise<ListFile> {
  const rows: string[][] = []
  for (let before: bigint | undefined; rows.length < MAX_EXPORTED_EVENTS; ) {
    const page: ChainedAuditEvent[] = await searchAuditEvents(reader, {
      ...search,
      limit: PAGE_SIZE,
      ...(before !== undefined && { before }),
    })

    rows.push(...page.map(toAuditCells))
    before = page.at(-1)?.sequence

    if (page.length < PAGE_SIZE) break
  }

  const head = [
    'Sequence no.',
    'Time, UTC',
    'Actor type',
    'Actor',
    'Actor ID',
    'Action',
    'Subject',
    'Details',
    'ID',
    'Hash',
  ]

  const text = BYTE_ORDER_MARK + formatCsv([head, ...rows])
  return new ListFile([text], name, 'text/csv; charset=utf-8', rows.length)
}

const toAuditCells = ({
  place,
  at,
  actor,
  action,
  subjectId,
  details,
  id,
  hash,
}: ChainedAuditEvent): string[] => [
  String(place ?? ''),
  at.toISOString(),
  actor.kind,
  actor.label,
  actor.id,
  action,
  subjectId,
  JSON.stringify(details),
  id,
  hash ?? '',
]
