import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Check } from '#modules/transactions/model.ts'
import type { Reader } from '#platform/db/db.ts'
import type { CaseNote, CaseStatus, MonitoringCase } from './model.ts'
import type { MonitoringTables } from './tables.ts'

type CaseRow = Selectable<MonitoringTables['monitoring_case']>

const MAX_CASES = 1_000
const MAX_NOTES = 500

const selectCases = (reader: Reader) =>
  reader.withTables<MonitoringTables>().selectFrom('monitoring_case').selectAll()

const toCase = (row: CaseRow): MonitoringCase => ({
  id: row.id,
  rule: row.rule,
  memberId: row.member_id,
  subjectId: row.subject_id,
  facts: row.facts,
  openedAt: row.opened_at,
  status: row.status,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
  approvalId: row.approval_id,
  reason: row.reason,
})

/** Selects cases: of one status, or of one member. */
export type CaseFilter = { status?: CaseStatus; memberId?: string }

/** Lists the cases, open ones first and each the newest first, at most 1,000. */
export async function listMonitoringCases(
  reader: Reader,
  { status, memberId }: CaseFilter = {},
): Promise<MonitoringCase[]> {
  let query = selectCases(reader)
  if (status) query = query.where('status', '=', status)
  if (memberId) query = query.where('member_id', '=', memberId)

  const rows = await query
    .orderBy(sql`status <> 'open'`)
    .orderBy('sequence', 'desc')
    .limit(MAX_CASES)
    .execute()

  return rows.map(toCase)
}

/** Returns one case; with `lock` others can't decide it meanwhile. Throws `not_found` (404). */
export async function getMonitoringCase(
  reader: Reader,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<MonitoringCase> {
  const query = selectCases(reader).where('id', '=', id)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw createNotFoundError('The monitoring case')

  return toCase(row)
}

/** Lists the notes in the file of a case, oldest first, at most 500. */
export async function listCaseNotes(reader: Reader, caseId: string): Promise<CaseNote[]> {
  const rows = await reader
    .withTables<MonitoringTables>()
    .selectFrom('monitoring_note')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('added_at')
    .orderBy('id')
    .limit(MAX_NOTES)
    .execute()

  return rows.map(({ id, content, author, added_at: addedAt }) => ({
    id,
    content,
    author,
    addedAt,
  }))
}

/** A deposit or withdrawal as monitoring shows it, its amount in cents. */
export type MonitoredTransaction = Pick<
  Selectable<MonitoringTables['monitored_transaction']>,
  'id' | 'kind' | 'cents' | 'method' | 'status' | 'address'
> & { createdAt: Date }

/** Returns the transactions with these ids, by id. */
export async function listTransactionsById(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MonitoredTransaction>> {
  if (ids.length === 0) return new Map()

  const rows = await reader
    .withTables<MonitoringTables>()
    .selectFrom('monitored_transaction')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute()

  return new Map(
    rows.map(({ member_id: _member, created_at: createdAt, ...row }) => [
      row.id,
      { ...row, createdAt },
    ]),
  )
}

/** Returns which of these deposits or withdrawals have a case that isn't cleared. */
export async function listHeldTransactions(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()

  const rows = await reader
    .withTables<MonitoringTables>()
    .selectFrom('monitoring_case')
    .select('subject_id as id')
    .where('subject_id', 'in', [...ids])
    .where('status', '!=', 'cleared')
    .execute()

  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns the holds on an open deposit or withdrawal as checks for staff: by transaction
 * monitoring, and by screening of its member. Nothing is returned for what isn't held.
 */
export async function listHoldChecks(
  reader: Reader,
  { id, memberId }: { id: string; memberId: string },
): Promise<Check[]> {
  const answer = await sql<{ monitored: boolean; screened: boolean }>`
    select is_held_transaction(${id}) as monitored, is_held_member(${memberId}) as screened
  `.execute(reader)
  const { monitored = false, screened = false } = answer.rows[0] ?? {}
  const evidence = 'decide the case first'
  const holds: Check[] = []
  if (monitored) holds.push({ what: 'Held by transaction monitoring', verdict: 'review', evidence })
  if (screened) holds.push({ what: 'Member held by screening', verdict: 'review', evidence })

  return holds
}

/** Counts the open cases. */
export async function countOpenMonitoringCases(reader: Reader): Promise<number> {
  const { open } = await reader
    .withTables<MonitoringTables>()
    .selectFrom('monitoring_case')
    .select(({ fn }) => fn.countAll<bigint>().as('open'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()

  return Number(open)
}
