import { sql } from 'kysely'
import { type CustodyLine, isUnconfirmed, listCustody } from '#modules/treasury/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { Problem } from '../model.ts'

/**
 * Lists what is wrong with the rows after a journal number, with unchained rows, and with what
 * was decided since a time; at most 1,000 problems.
 */
export async function listRecentProblems(
  reader: Reader,
  afterSeq: bigint,
  since: Date,
): Promise<Problem[]> {
  return (
    await sql<Problem>`select * from check_since(${afterSeq}, ${since}) order by invariant limit
      1000`.execute(reader)
  ).rows
}

/**
 * Lists what is wrong with the whole ledger, read from its first row; the first wrong row comes
 * first. At most 1,000 problems.
 */
export async function listAllProblems(reader: Reader): Promise<Problem[]> {
  return (await sql<Problem>`select * from check_everything() limit 1000`.execute(reader)).rows
}

/**
 * Lists custody accounts whose confirmed outside balance differs without a break, or that have no
 * outside balance although funds have been held for more than a day.
 */
export async function listCustodyProblems(reader: Reader, now: Date): Promise<Problem[]> {
  return (await listCustody(reader)).flatMap((line) => {
    const problem = findCustodyProblem(line, now)
    return problem === null ? [] : [{ invariant: 12, problem, subject: line.account }]
  })
}

function findCustodyProblem(line: CustodyLine, now: Date): string | null {
  const { held, outside } = line
  if (isUnconfirmed(line, now)) return `holds ${held} without a confirmed outside balance`
  if (!outside || outside.difference === 0n || outside.breakId) return null
  return `outside balance differs by ${outside.difference} without an open break`
}
