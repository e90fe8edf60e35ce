import { type CustodyLine, isUnconfirmed, listCustody } from '#modules/treasury/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { Problem } from '../model.ts'

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
