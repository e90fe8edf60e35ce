import { type Selectable, sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { formatProblemKey, type IntegrityCheck, isBlockingProblem, type Problem } from '../model.ts'
import type { IntegrityTables } from '../tables.ts'

/** Returns a stored integrity check. */
export const toCheck = (row: Selectable<IntegrityTables['integrity_check']>): IntegrityCheck => ({
  whole: row.whole,
  afterSeq: row.after_seq,
  uptoSeq: row.upto_seq,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  problems: row.problems,
  accepted: row.accepted,
})

const selectChecks = (reader: Reader) =>
  reader.withTables<IntegrityTables>().selectFrom('integrity_check').selectAll()

/**
 * Returns the last integrity check without a new problem, or null. The next check begins after
 * it.
 */
export async function findGoodCheck(reader: Reader): Promise<IntegrityCheck | null> {
  const row = await selectChecks(reader)
    .where(sql<boolean>`problems = '[]'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

  return row ? toCheck(row) : null
}

/**
 * Returns the start of the first and the end of the last integrity check since the last one with
 * a problem; null when there is none.
 */
export async function findBalancedPeriod(
  reader: Reader,
): Promise<{ since: Date; checkedAt: Date } | null> {
  const failed = await selectChecks(reader)
    .where(sql<boolean>`problems <> '[]'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

  const after = failed?.id ?? 0n
  const first = await selectChecks(reader)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

  const last = await selectChecks(reader)
    .where('id', '>', after)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

  return first && last ? { since: first.started_at, checkedAt: last.finished_at } : null
}

/**
 * Returns whether any integrity check has run. A new installation has none for its first minute.
 */
export async function hasIntegrityCheck(reader: Reader): Promise<boolean> {
  return (await selectChecks(reader).limit(1).executeTakeFirst()) !== undefined
}

/** Lists integrity checks, newest first. */
export async function listChecks(reader: Reader, limit = 50): Promise<IntegrityCheck[]> {
  return (await selectChecks(reader).orderBy('id', 'desc').limit(limit).execute()).map(toCheck)
}

/** Lists the checks with problems that no later check over the same range has cleared. */
async function listUnclearedChecks(reader: Reader): Promise<IntegrityCheck[]> {
  const { rows } = await sql<Selectable<IntegrityTables['integrity_check']>>`
    select * from integrity_check wrong where problems <> '[]'
      and id >= (select coalesce(max(id), 0) from integrity_check where after_seq = 0)
      and not exists (
        select from integrity_check later
        where later.id > wrong.id and later.after_seq <= wrong.after_seq)
    order by id`.execute(reader)

  return rows.map(toCheck)
}

/**
 * Lists the problems that stop money and that no later check over the same range has cleared.
 */
export async function listOpenProblems(reader: Reader): Promise<Problem[]> {
  const found = (await listUnclearedChecks(reader))
    .flatMap(({ problems }) => problems)
    .filter(isBlockingProblem)
  return [...new Map(found.map((problem) => [formatProblemKey(problem), problem])).values()]
}
