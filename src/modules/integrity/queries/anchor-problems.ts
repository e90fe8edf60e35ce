import { sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import { findChainHead, findLinkHash } from '#modules/audit/queries.ts'
import { findJournalBlock, findJournalHead } from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { LedgerAnchor, Problem } from '../model.ts'
import type { IntegrityTables } from '../tables.ts'

/** Returns the cents owed to all members together after a journal number. */
export async function getMembersOwed(reader: Reader, seq: bigint): Promise<Cents> {
  const { rows } = await sql<{ owed: bigint }>`select ledger.owed_at(${seq}) as owed`.execute(
    reader,
  )
  return rows[0]?.owed ?? 0n
}

/**
 * Compares the ledger and the audit log with published anchors: a rewritten or shortened chain
 * differs from them.
 */
export async function listAnchorProblems(
  reader: Reader,
  anchors: readonly LedgerAnchor[],
): Promise<Problem[]> {
  const head = await findJournalHead(reader)
  const problems: Problem[] = []
  const last = await findChainHead(reader)

  for (const { day, block, seq, hash, owed, auditHead: acts } of anchors) {
    const addProblem = (invariant: number, problem: string) =>
      problems.push({ invariant, problem, subject: `witness of ${day}` })
    const chainedBlock = await findJournalBlock(reader, block)

    if (!chainedBlock)
      addProblem(
        5,
        `the chain ends with block ${head?.block ?? 0n}, and block ${block} was witnessed`,
      )
    else if (chainedBlock.hash !== hash || chainedBlock.seq !== seq)
      addProblem(5, `block ${block} is not the one that was witnessed`)
    else if ((await getMembersOwed(reader, seq)) !== owed)
      addProblem(7, `members were owed ${owed} cents, the books say otherwise`)

    const wrong = acts && (await findAuditLogProblem(reader, acts, last.place))
    if (wrong) addProblem(13, wrong)
  }

  return problems
}

/** Returns how the audit log differs from an anchored head of it, or null. */
async function findAuditLogProblem(
  reader: Reader,
  anchored: { place: bigint; hash: string },
  last: bigint,
) {
  if (anchored.place > last)
    return `the record of acts ends with place ${last}, and place ${anchored.place} was witnessed`

  const hash = await findLinkHash(reader, anchored.place)

  return hash === anchored.hash
    ? null
    : `place ${anchored.place} of the record of acts is not the one that was witnessed`
}

/**
 * Lists the published dates without an anchor among these: an attacker who rewrites the ledger
 * would delete it.
 */
export async function listMissingAnchors(
  reader: Reader,
  anchors: readonly LedgerAnchor[],
  folder: string,
): Promise<Problem[]> {
  const presentDays = new Set(anchors.map(({ day }) => day))
  const publishedDays = await reader
    .withTables<IntegrityTables>()
    .selectFrom('books_witness')
    .select('day')
    .orderBy('day')
    .execute()

  return publishedDays
    .filter(({ day }) => !presentDays.has(day))
    .map(({ day }) => ({
      invariant: 5,
      problem: `the witness of ${day} is not in ${folder}`,
      subject: `witness of ${day}`,
    }))
}
