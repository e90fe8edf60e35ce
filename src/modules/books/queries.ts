import { type Selectable, sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import {
  findSealHead,
  findSealOf,
  findSealOfBlock,
  listAccountsAt,
  listSealed,
  type SealedEntry,
} from '#modules/ledger/queries.ts'
import { type CustodyLine, isUnconfirmed, listCustody } from '#modules/treasury/queries.ts'
import type { Reader } from '#platform/db.ts'
import type { BooksCheck, Problem, Witness } from './model.ts'
import { aboutCopy, COPY_FORMATS, type CopyFormat, type CopyHead, movementOf, standingOf } from './model.ts'
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

/**
 * What was said to be held outside, differs from the books, and is nobody's open or explained break; and what is held
 * for more than a day, and nobody has said so outside.
 */
export async function listCustodyProblems(reader: Reader, now: Date): Promise<Problem[]> {
  return (await listCustody(reader)).flatMap((line) => {
    const problem = custodyProblem(line, now)
    return problem === null ? [] : [{ invariant: 12, problem, subject: line.account }]
  })
}

function custodyProblem(line: CustodyLine, now: Date): string | null {
  const { held, outside } = line
  if (isUnconfirmed(line, now)) return `holds ${held} and nobody has said so outside`
  if (!outside || outside.difference === 0n || outside.breakId) return null
  return `outside differs by ${outside.difference} and no break says so`
}

const toCheck = (row: Selectable<BooksTables['books_check']>): BooksCheck => ({
  whole: row.whole,
  afterSeq: row.after_seq,
  uptoSeq: row.upto_seq,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  problems: row.problems,
  known: row.known,
})

const checks = (reader: Reader) => reader.withTables<BooksTables>().selectFrom('books_check').selectAll()

/** The last look at the books that found nothing new wrong: the next one begins behind it. */
export async function findGoodCheck(reader: Reader): Promise<BooksCheck | null> {
  const row = await checks(reader)
    .where(sql<boolean>`problems = '[]'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toCheck(row) : null
}

/** What two admins let stand, by the keys of the problems. */
export async function listKnown(reader: Reader): Promise<ReadonlySet<string>> {
  const rows = await reader.withTables<BooksTables>().selectFrom('books_known').select('problem').execute()
  return new Set(rows.map((row) => row.problem))
}

/** Whether two admins let money move again after a moment. */
export async function thawedSince(reader: Reader, moment: Date): Promise<boolean> {
  const { rows } = await sql`select from ledger.freezes where thawed_at > ${moment} limit 1`.execute(reader)
  return rows.length > 0
}

/** Looks at the books, newest first. */
export async function listChecks(reader: Reader, limit = 50): Promise<BooksCheck[]> {
  return (await checks(reader).orderBy('id', 'desc').limit(limit).execute()).map(toCheck)
}

/** A row as everybody else sees it. */
export const toWitness = (row: Selectable<BooksTables['books_witness']>): Witness => ({
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

const ROWS_A_PAGE = 2_000n
const ACCOUNTS_A_PAGE = 1_000

/** What a copy up to a sealed row, or up to the last one, will hold. Throws `not_sealed` (422) beyond that one. */
export async function getCopyHead(reader: Reader, upTo?: bigint): Promise<CopyHead> {
  const sealed = (await findSealHead(reader))?.seq ?? 0n
  const rows = upTo ?? sealed
  if (rows > sealed) throw new DomainError('not_sealed', 422, `The last sealed row is ${sealed}.`)
  return { rows, seal: rows > 0n ? await findSealOf(reader, rows) : null }
}

/**
 * The sealed journal as a text, in pieces: every row, then what each account has to come to, so that a program that
 * knows the format refuses a copy that doesn't add up. The balances are the ledger's own, not sums of the rows written.
 * It holds a page at a time, however long the journal is.
 */
export async function* copyOf(
  reader: Reader,
  format: CopyFormat,
  { rows, seal }: CopyHead,
): AsyncGenerator<string> {
  const { head, movement, standing } = COPY_FORMATS[format]
  let last: Day = '1970-01-01'
  yield head(aboutCopy({ rows, seal }))
  for await (const page of sealedPages(reader, rows)) {
    last = page.reduce((day, { effective }) => (effective > day ? effective : day), last)
    yield page.map((row) => movement(movementOf(row))).join('')
  }
  for await (const page of accountPages(reader, rows))
    yield page.map((account) => standing(standingOf(account), last)).join('')
}

/** What is sealed never changes: pages read one after the other belong together without a transaction around them. */
async function* sealedPages(reader: Reader, upTo: bigint): AsyncGenerator<SealedEntry[]> {
  for (let after = 0n; after < upTo; after += ROWS_A_PAGE) {
    const next = after + ROWS_A_PAGE
    yield await listSealed(reader, after, next < upTo ? next : upTo)
  }
}

async function* accountPages(reader: Reader, seq: bigint) {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await listAccountsAt(reader, seq, { after, limit: ACCOUNTS_A_PAGE })
    yield page
    after = page.at(-1)?.code
  }
}

export type VerificationStep = { name: string; problems: Problem[] }

/** What is read one after the other, each from the first row on; the words are what people see meanwhile. */
const STEPS: readonly [name: string, look: (tx: Reader, now: Date) => Promise<Problem[]>][] = [
  ['chain of seals, row by row', (tx) => ledgerProblems(tx, 'chain', () => 5)],
  ['balances and movements, row by row', (tx) => ledgerProblems(tx, 'balances', invariantOf)],
  ['sums by class and day', (tx) => ledgerProblems(tx, 'marks', () => 2)],
  ['currencies, income, promotion, events', (tx) => problemsOf(tx, sql`ledger.check_sums()`)],
  ['deposits against the journal', (tx) => problemsOf(tx, sql`check_deposits(null)`)],
  ['withdrawals against the journal', (tx) => problemsOf(tx, sql`check_withdrawals(null)`)],
  ['positions against principal', (tx) => problemsOf(tx, sql`check_positions(null)`)],
  ['returns against payouts and journal', (tx) => returnProblems(tx)],
  ['what was held outside', listCustodyProblems],
]

const problemsOf = async (reader: Reader, look: ReturnType<typeof sql>): Promise<Problem[]> =>
  (await sql<Problem>`select * from ${look} limit 1000`.execute(reader)).rows

const returnProblems = async (reader: Reader): Promise<Problem[]> => [
  ...(await problemsOf(reader, sql`check_payouts(null)`)),
  ...(await problemsOf(reader, sql`check_return_rows(0)`)),
  ...(await problemsOf(reader, sql`check_distributions(null)`)),
  ...(await problemsOf(reader, sql`check_incomes()`)),
]

type LedgerProblem = {
  problem: string
  block: bigint | null
  seq: bigint | null
  entry: bigint | null
  detail: string | null
}

/** The ledger's own verifying; the first wrong row comes first. */
async function ledgerProblems(
  reader: Reader,
  what: 'chain' | 'balances' | 'marks',
  invariantNumber: (problem: string) => number,
): Promise<Problem[]> {
  const { rows } = await sql<LedgerProblem>`
    select * from ${sql.raw(`ledger.verify_${what}()`)} order by entry nulls last, seq limit 1000`.execute(
    reader,
  )
  return rows.map(({ problem, block, seq, entry, detail }) => ({
    invariant: invariantNumber(problem),
    problem,
    subject: [
      ...(entry === null ? [] : [`row ${entry}`]),
      ...(seq === null ? [] : [`number ${seq}`]),
      ...(block === null ? [] : [`block ${block}`]),
      ...(detail === null ? [] : [detail]),
    ].join(', '),
  }))
}
const invariantOf = (problem: string) => (problem.startsWith('row breaks') ? 11 : 2)

/**
 * Reads the whole books in one snapshot and tells after each step what was wrong. The reader has to be a transaction of
 * its own; it may take minutes, so its statements have no time limit.
 */
export async function* verification(
  tx: Reader,
  witnesses: readonly Witness[],
  now: Date,
): AsyncGenerator<VerificationStep> {
  await sql`set local statement_timeout = 0`.execute(tx)
  for (const [name, look] of STEPS) yield { name, problems: await look(tx, now) }
  yield { name: 'witnesses told outside', problems: await listWitnessProblems(tx, witnesses) }
}
