import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { CaseStatus, ListSource, ScreeningCase, ScreeningList } from './model.ts'
import type { ComplianceTables } from './tables.ts'

type CaseRow = Selectable<ComplianceTables['screening_case']> & { source: ListSource }

const MAX_CASES = 1_000

const selectCases = (reader: Reader) =>
  reader
    .withTables<ComplianceTables>()
    .selectFrom('screening_case as c')
    .innerJoin('screening_list as l', 'l.id', 'c.list_id')
    .selectAll('c')
    .select('l.source')

const toCase = (row: CaseRow): ScreeningCase => ({
  id: row.id,
  memberId: row.member_id,
  source: row.source,
  party: row.party,
  person: row.person,
  score: row.score,
  matchedName: row.matched_name,
  contentHash: row.content_hash,
  openedAt: row.opened_at,
  status: row.status,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
  approvalId: row.approval_id,
  reason: row.reason,
})

/**
 * Lists the cases, at most 1,000. Those of one member stand together, open ones first; members with
 * an open case stand first, and the newest case first.
 */
export async function listCases(reader: Reader, status?: CaseStatus): Promise<ScreeningCase[]> {
  const query = status ? selectCases(reader).where('c.status', '=', status) : selectCases(reader)
  const rows = await query
    .orderBy(sql`bool_or(c.status = 'open') over (partition by c.member_id)`, 'desc')
    .orderBy(sql`max(c.sequence) over (partition by c.member_id)`, 'desc')
    .orderBy(sql`c.status <> 'open'`)
    .orderBy('c.sequence', 'desc')
    .limit(MAX_CASES)
    .execute()

  return rows.map(toCase)
}

/** Returns one case; with `lock` others can't decide it meanwhile. Throws `not_found` (404). */
export async function getCase(
  reader: Reader,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ScreeningCase> {
  const query = selectCases(reader).where('c.id', '=', id)
  const row = await (lock ? query.forUpdate('c') : query).executeTakeFirst()
  if (!row) throw createNotFoundError('The screening case')

  return toCase(row)
}

/** Lists the cases of a member, open ones first and each the newest first. */
export async function listMemberCases(reader: Reader, memberId: string): Promise<ScreeningCase[]> {
  const rows = await selectCases(reader)
    .where('c.member_id', '=', memberId)
    .orderBy(sql`c.status <> 'open'`)
    .orderBy('c.sequence', 'desc')
    .limit(MAX_CASES)
    .execute()

  return rows.map(toCase)
}

/** Returns when a member was last compared with the lists, and whether screening holds them. */
export async function getScreeningState(
  reader: Reader,
  memberId: string,
): Promise<{ screenedAt: Date | null; held: boolean }> {
  const answer = sql<{ held: boolean; at: Date | null }>`select is_held_member(${memberId}) as held,
    (select s.screened_at from member_screening s where s.member_id = ${memberId}) as at`
  const { held = false, at = null } = (await answer.execute(reader)).rows[0] ?? {}

  return { screenedAt: at, held }
}

/** Counts the open cases. */
export async function countOpenCases(reader: Reader): Promise<number> {
  const { open } = await reader
    .withTables<ComplianceTables>()
    .selectFrom('screening_case')
    .select(({ fn }) => fn.countAll<bigint>().as('open'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()

  return Number(open)
}

/** Lists the newest version of each list, in the order of the sources. */
export async function listScreeningLists(reader: Reader): Promise<ScreeningList[]> {
  const rows = await reader
    .withTables<ComplianceTables>()
    .selectFrom('screening_list')
    .distinctOn('source')
    .selectAll()
    .orderBy('source')
    .orderBy('sequence', 'desc')
    .execute()

  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    publishedOn: row.published_on,
    parties: row.parties,
    loadedAt: row.loaded_at,
  }))
}

/** Counts the members who are due to be screened. */
export async function countDueMembers(reader: Reader): Promise<number> {
  const { due } = await reader
    .withTables<ComplianceTables>()
    .selectFrom('screening_due')
    .select(({ fn }) => fn.countAll<bigint>().as('due'))
    .executeTakeFirstOrThrow()

  return Number(due)
}
