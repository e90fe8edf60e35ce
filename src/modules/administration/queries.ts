import { BYTE_ORDER_MARK, formatCsv } from '#lib/csv.ts'
import { addDays } from '#lib/dates.ts'
import { listProposals } from '#modules/approvals/queries.ts'
import type { ChainedAuditEvent } from '#modules/audit/queries.ts'
import { type AuditEventSearch, searchAuditEvents } from '#modules/audit/queries.ts'
import { PAYMENT_METHODS } from '#modules/settings/model.ts'
import {
  findChanged,
  findTerms,
  getSetting,
  listPaymentMethods,
  listReceivingAddresses,
} from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { parseAddressChange, WHOLE } from './model.ts'

const toVersion = (changed: { at: Date } | null) => changed?.at.toISOString() ?? ''

/** Everything that the operator has decided, with who changed what last. */
export async function getOperatorSettings({
  db,
  config,
  clock,
}: Pick<App, 'db' | 'config' | 'clock'>) {
  const settings = await Promise.all(
    WHOLE.map(async (name) => {
      const changed = await findChanged(db, name)
      const value: Record<string, unknown> = { ...(await getSetting(db, config, name)) }
      return { name, value, changed, version: toVersion(changed) }
    }),
  )

  const methods = await listPaymentMethods(db, config, clock.now())
  const changedTerms = new Map(
    await Promise.all(
      PAYMENT_METHODS.map(
        async (method) => [method, (await findTerms(db, method)).changed] as const,
      ),
    ),
  )

  return {
    mode: config.MODE,
    settings,
    pauses: await getSetting(db, config, 'pauses'),
    methods: methods.map((one) => {
      const changed = changedTerms.get(one.method) ?? null
      return { ...one, changed, version: toVersion(changed) }
    }),
    addresses: await listReceivingAddresses(db),
    waiting: await listWaitingAddresses(db, clock.now()),
  }
}

async function listWaitingAddresses(reader: Reader, now: Date) {
  const open = await listProposals(reader, now, { state: 'waiting', limit: 200 })
  return open
    .filter(({ permission }) => permission === 'receiving-address.change')
    .map(({ id, content, proposerLabel, proposedAt }) => ({
      ...parseAddressChange(content),
      proposal: id,
      by: proposerLabel,
      at: proposedAt,
    }))
}

/**
 * Days as the record of acts is searched by: from the first moment of one to the last of the other,
 * in UTC.
 */
export function toAuditSearch({ since, until, search, action }: DaySearch): AuditEventSearch {
  return {
    ...(search && { search }),
    ...(action && { action }),
    ...(since && { since: new Date(`${since}T00:00:00Z`) }),
    ...(until && { until: new Date(`${addDays(until, 1)}T00:00:00Z`) }),
  }
}

export type DaySearch = {
  search?: string
  action?: string | undefined
  since?: string | undefined
  until?: string | undefined
}

/** So many acts a file holds; the days narrow a longer record down. */
const MOST_EXPORTED = 50_000
const ACTS_A_PAGE = 1_000

/**
 * The record of acts as a file that anybody can check: each hash is of the one before it and of the
 * act's own text.
 */
export async function buildAuditFile(reader: Reader, search: AuditEventSearch): Promise<string> {
  const rows: string[][] = []
  for (let before: bigint | undefined; rows.length < MOST_EXPORTED; ) {
    const page: ChainedAuditEvent[] = await searchAuditEvents(reader, {
      ...search,
      limit: ACTS_A_PAGE,
      ...(before !== undefined && { before }),
    })

    rows.push(...page.map(toAuditCells))
    before = page.at(-1)?.sequence

    if (page.length < ACTS_A_PAGE) break
  }

  const head = [
    'place',
    'at',
    'actor kind',
    'actor',
    'actor id',
    'action',
    'subject',
    'details',
    'id',
    'hash',
  ]

  return BYTE_ORDER_MARK + formatCsv([head, ...rows])
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
