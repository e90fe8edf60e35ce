import { type Selectable, sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import { findSealHead, findSealOfBlock } from '#modules/ledger/queries.ts'
import { listCustody } from '#modules/treasury/queries.ts'
import type { Reader } from '#platform/db.ts'
import type { BooksCheck, Problem, Witness } from './model.ts'
import type { BooksTables } from './tables.ts'

/** What is wrong with the rows sealed after a number, with unsealed ones, and with what was decided since a moment. */
export async function listProblemsSince(reader: Reader, afterSeq: bigint, since: Date): Promise<Problem[]> {
  return (
    await sql<Problem>`select * from check_since(${afterSeq}, ${since}) order by invariant limit 1000`.execute(
      reader,
    )
  ).rows
}

/** What is wrong with anything at all, read from the first row on; the first wrong row comes first. */
export async function listAllProblems(reader: Reader): Promise<Problem[]> {
  return (await sql<Problem>`select * from check_everything() limit 1000`.execute(reader)).rows
}

/** What was said to be held outside, differs from the books, and is nobody's open or explained break. */
export async function listCustodyProblems(reader: Reader): Promise<Problem[]> {
  return (await listCustody(reader)).flatMap(({ account, outside }) =>
    !outside || outside.difference === 0n || outside.breakId
      ? []
      : [
          {
            invariant: 12,
            problem: `outside differs by ${outside.difference} and no break says so`,
            subject: account,
          },
        ],
  )
}

const toCheck = (row: Selectable<BooksTables['books_check']>): BooksCheck => ({
  whole: row.whole,
  afterSeq: row.after_seq,
  uptoSeq: row.upto_seq,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  problems: row.problems,
})

const checks = (reader: Reader) => reader.withTables<BooksTables>().selectFrom('books_check').selectAll()

/** The look at the books that reaches furthest of those that found nothing wrong: the next one begins behind it. */
export async function findGoodCheck(reader: Reader): Promise<BooksCheck | null> {
  const row = await checks(reader)
    .where(sql<boolean>`problems = '[]'`)
    .orderBy('upto_seq', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toCheck(row) : null
}

/** Looks at the books, newest first. */
export async function listChecks(reader: Reader, limit = 50): Promise<BooksCheck[]> {
  return (await checks(reader).orderBy('id', 'desc').limit(limit).execute()).map(toCheck)
}

const toWitness = (row: Selectable<BooksTables['books_witness']>): Witness => ({
  day: row.day,
  block: row.block,
  seq: row.seq,
  hash: row.hash,
  owed: row.owed,
  toldAt: row.told_at,
})

/** What was told outside the database, newest first, or the one of a day. */
export async function listWitnesses(
  reader: Reader,
  only: { day?: Day; limit?: number } = {},
): Promise<Witness[]> {
  let query = reader.withTables<BooksTables>().selectFrom('books_witness').selectAll()
  if (only.day) query = query.where('day', '=', only.day)
  const rows = await query
    .orderBy('day', 'desc')
    .limit(only.limit ?? 31)
    .execute()
  return rows.map(toWitness)
}

/** What all members together were owed after a sealed number, in cents. */
export async function owedAt(reader: Reader, seq: bigint): Promise<Cents> {
  const { rows } = await sql<{ owed: bigint }>`select ledger.owed_at(${seq}) as owed`.execute(reader)
  return rows[0]?.owed ?? 0n
}

/** Holds the books against what was told outside: a chain that was rewritten or cut off differs from it. */
export async function listWitnessProblems(reader: Reader, witnesses: readonly Witness[]): Promise<Problem[]> {
  const head = await findSealHead(reader)
  const problems: Problem[] = []
  for (const { day, block, seq, hash, owed } of witnesses) {
    const tell = (invariant: number, problem: string) =>
      problems.push({ invariant, problem, subject: `witness of ${day}` })
    const sealed = await findSealOfBlock(reader, block)
    if (!sealed) tell(5, `the chain ends with block ${head?.block ?? 0n}, and block ${block} was witnessed`)
    else if (sealed.hash !== hash || sealed.seq !== seq)
      tell(5, `block ${block} is not the one that was witnessed`)
    else if ((await owedAt(reader, seq)) !== owed)
      tell(7, `members were owed ${owed} cents, the books say otherwise`)
  }
  return problems
}
