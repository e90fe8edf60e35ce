import { sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import { findChainHead, findLinkHash } from '#modules/audit/queries.ts'
import { findJournalBlock, findJournalHead } from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { LedgerAnchor, Problem } from '../model.ts'
import type { IntegrityTables } from '../tables.ts'

/** Returns the cents owed to all members together after a journal number. */
export async function getMembersOwed(reader: Reader, seq: bigint): Promise<Cents> {
  const { rows } = await sql<{ owed: bigint }>`select ledger.owed_at_seq(${seq}) as owed`.execute(
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
  const auditLogHead = await findChainHead(reader)

  for (const { day, block, seq, hash, owed, auditHead } of anchors) {
    const addProblem = (invariant: number, problem: string) =>
      problems.push({ invariant, problem, subject: `anchor of ${day}` })
    const chainedBlock = await findJournalBlock(reader, block)

    if (!chainedBlock)
      addProblem(
        5,
        `the chain ends with block ${head?.block ?? 0n}, but block ${block} was published`,
      )
    else if (chainedBlock.hash !== hash || chainedBlock.seq !== seq)
      addProblem(5, `block ${block} differs from the published one`)
    else if ((await getMembersOwed(reader, seq)) !== owed)
      addProblem(7, `members were owed ${owed} cents, the ledger has another amount`)

    const auditProblem =
      auditHead && (await findAuditLogProblem(reader, auditHead, auditLogHead.place))
    if (auditProblem) addProblem(13, auditProblem)
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
    return `the audit log ends with place ${last}, but place ${anchored.place} was published`

  const hash = await findLinkHash(reader, anchored.place)

  return hash === anchored.hash
    ? null
    : `place ${anchored.place} of the audit log differs from the published one`
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
    .selectFrom('anchor')
    .select('day')
    .orderBy('day')
    .execute()

  return publishedDays
    .filter(({ day }) => !presentDays.has(day))
    .map(({ day }) => ({
      invariant: 5,
      problem: `the anchor of ${day} is not in ${folder}`,
      subject: `anchor of ${day}`,
    }))
}
