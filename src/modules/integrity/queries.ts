// Long because every look at the books, and everything that proves them, reads through this one
// door.
import { type Selectable, sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import { checkLinks, findChainHead, findLinkHash } from '#modules/audit/queries.ts'
import {
  type ChainedEntry,
  findBlockBySeq,
  findJournalBlock,
  findJournalHead,
  listAccountBalances,
  listChainedEntries,
} from '#modules/ledger/queries.ts'
import { type CustodyLine, isUnconfirmed, listCustody } from '#modules/treasury/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { IntegrityCheck, LedgerAnchor, Problem } from './model.ts'
import {
  COPY_FORMATS,
  type CopyFormat,
  type CopyHead,
  describeCopy,
  formatProblemKey,
  isBlockingProblem,
  toAccountTotal,
  toMovement,
} from './model.ts'
import type { IntegrityTables } from './tables.ts'

/**
 * What is wrong with the rows sealed after a number, with unsealed ones, and with what was decided
 * since a moment.
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
 * What is wrong with anything at all, read from the first row on; the first wrong row comes first.
 */
export async function listAllProblems(reader: Reader): Promise<Problem[]> {
  return (await sql<Problem>`select * from check_everything() limit 1000`.execute(reader)).rows
}

/**
 * What was said to be held outside, differs from the books, and is nobody's open or explained
 * break; and what is held for more than a day, and nobody has said so outside.
 */
export async function listCustodyProblems(reader: Reader, now: Date): Promise<Problem[]> {
  return (await listCustody(reader)).flatMap((line) => {
    const problem = findCustodyProblem(line, now)
    return problem === null ? [] : [{ invariant: 12, problem, subject: line.account }]
  })
}

function findCustodyProblem(line: CustodyLine, now: Date): string | null {
  const { held, outside } = line
  if (isUnconfirmed(line, now)) return `holds ${held} and nobody has said so outside`
  if (!outside || outside.difference === 0n || outside.breakId) return null
  return `outside differs by ${outside.difference} and no break says so`
}

const toCheck = (row: Selectable<IntegrityTables['books_check']>): IntegrityCheck => ({
  whole: row.whole,
  afterSeq: row.after_seq,
  uptoSeq: row.upto_seq,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  problems: row.problems,
  accepted: row.known,
})

const selectChecks = (reader: Reader) =>
  reader.withTables<IntegrityTables>().selectFrom('books_check').selectAll()

/** The last look at the books that found nothing new wrong: the next one begins behind it. */
export async function findGoodCheck(reader: Reader): Promise<IntegrityCheck | null> {
  const row = await selectChecks(reader)
    .where(sql<boolean>`problems = '[]'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

  return row ? toCheck(row) : null
}

/**
 * Since when every look at the books has found nothing wrong, and when the last one ended; null
 * where it found something.
 */
export async function findBalancedPeriod(
  reader: Reader,
): Promise<{ since: Date; checkedAt: Date } | null> {
  const bad = await selectChecks(reader)
    .where(sql<boolean>`problems <> '[]'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

  const after = bad?.id ?? 0n
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

/** Whether anybody ever looked: a house that has just begun hasn't been looked at for a minute. */
export async function hasIntegrityCheck(reader: Reader): Promise<boolean> {
  return (await selectChecks(reader).limit(1).executeTakeFirst()) !== undefined
}

/** What two admins let stand, by the keys of the problems. */
export async function listAcceptedProblems(reader: Reader): Promise<ReadonlySet<string>> {
  const rows = await reader
    .withTables<IntegrityTables>()
    .selectFrom('books_known')
    .select('problem')
    .execute()

  return new Set(rows.map((row) => row.problem))
}

/** Whether two admins let money move again after a moment. */
export async function hasRecentUnfreeze(reader: Reader, moment: Date): Promise<boolean> {
  const { rows } =
    await sql`select from ledger.freezes where thawed_at > ${moment} limit 1`.execute(reader)
  return rows.length > 0
}

/** Looks at the books, newest first. */
export async function listChecks(reader: Reader, limit = 50): Promise<IntegrityCheck[]> {
  return (await selectChecks(reader).orderBy('id', 'desc').limit(limit).execute()).map(toCheck)
}

/**
 * The looks that found something wrong, and that none since has read as far back as: what they
 * found may still be so.
 */
export async function listLastWrong(reader: Reader): Promise<IntegrityCheck[]> {
  const { rows } = await sql<Selectable<IntegrityTables['books_check']>>`
    select * from books_check wrong where problems <> '[]'
      and id >= (select coalesce(max(id), 0) from books_check where after_seq = 0)
      and not exists (select from books_check later where later.id > wrong.id and later.after_seq
      <= wrong.after_seq)
    order by id`.execute(reader)

  return rows.map(toCheck)
}

/** What stops money and was not put right, as far as looks have gone. */
export async function listStillFound(reader: Reader): Promise<Problem[]> {
  const found = (await listLastWrong(reader))
    .flatMap(({ problems }) => problems)
    .filter(isBlockingProblem)
  return [...new Map(found.map((problem) => [formatProblemKey(problem), problem])).values()]
}

/** A row as everybody else sees it. */
export const toAnchor = (row: Selectable<IntegrityTables['books_witness']>): LedgerAnchor => ({
  day: row.day,
  block: row.block,
  seq: row.seq,
  hash: row.hash,
  owed: row.owed,
  publishedAt: row.told_at,
  auditHead:
    row.acts !== null && row.acts_hash !== null ? { place: row.acts, hash: row.acts_hash } : null,
})

/** What was told outside the database, newest first, or the one of a day. */
export async function listAnchors(
  reader: Reader,
  only: { day?: Day; limit?: number } = {},
): Promise<LedgerAnchor[]> {
  let query = reader.withTables<IntegrityTables>().selectFrom('books_witness').selectAll()
  if (only.day) query = query.where('day', '=', only.day)

  const rows = await query
    .orderBy('day', 'desc')
    .limit(only.limit ?? 31)
    .execute()
  return rows.map(toAnchor)
}

/**
 * When a head of the books was last told outside; before the first, when there was something to
 * tell. Null for nothing.
 */
export async function findLastAnchorTime(reader: Reader): Promise<Date | null> {
  const { rows } = await sql<{ told: Date | null }>`
    select coalesce((select max(told_at) from books_witness),
      (select sealed_at from ledger.seal_block order by block limit 1)) as told`.execute(reader)
  return rows[0]?.told ?? null
}

/** What all members together were owed after a sealed number, in cents. */
export async function getMembersOwed(reader: Reader, seq: bigint): Promise<Cents> {
  const { rows } = await sql<{ owed: bigint }>`select ledger.owed_at(${seq}) as owed`.execute(
    reader,
  )
  return rows[0]?.owed ?? 0n
}

/**
 * Holds the books against what was told outside: a chain that was rewritten or cut off differs from
 * it.
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

/**
 * What a witnessed head of the record of acts has against the record as it is; null for nothing.
 */
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

/** What is wrong with the record of acts, worked out anew from its first place on. */
async function recordProblems(reader: Reader): Promise<Problem[]> {
  const { place } = await findChainHead(reader)
  for (let after = 0n; ; ) {
    const { reached, wrong } = await checkLinks(reader, after)
    if (wrong) return [{ invariant: 13, problem: wrong.problem, subject: `place ${wrong.place}` }]
    if (reached >= place || reached === after) return []
    after = reached
  }
}

const ROWS_A_PAGE = 2_000n
const ACCOUNTS_A_PAGE = 1_000

/**
 * What a copy up to a sealed row, or up to the last one, will hold. Throws `not_sealed` (422)
 * beyond that one.
 */
export async function getCopyHead(reader: Reader, upTo?: bigint): Promise<CopyHead> {
  const chainedSeq = (await findJournalHead(reader))?.seq ?? 0n
  const rows = upTo ?? chainedSeq
  if (rows > chainedSeq)
    throw new DomainError('not_sealed', 422, `The last sealed row is ${chainedSeq}.`)
  return { rows, lastBlock: rows > 0n ? await findBlockBySeq(reader, rows) : null }
}

/**
 * The sealed journal as a text, in pieces: every row, then what each account has to come to, so
 * that a program that knows the format refuses a copy that doesn't add up. The balances are the
 * ledger's own, not sums of the rows written. It holds a page at a time, however long the journal
 * is.
 */
export async function* renderJournalCopy(
  reader: Reader,
  format: CopyFormat,
  { rows, lastBlock }: CopyHead,
): AsyncGenerator<string> {
  const { head, movement, balanceAssertion: standing } = COPY_FORMATS[format]
  let last: Day = '1970-01-01'

  yield head(describeCopy({ rows, lastBlock }))

  for await (const page of readChainedPages(reader, rows)) {
    last = page.reduce((day, { effective }) => (effective > day ? effective : day), last)
    yield page.map((row) => movement(toMovement(row))).join('')
  }

  for await (const page of readAccountPages(reader, rows))
    yield page.map((account) => standing(toAccountTotal(account), last)).join('')
}

/**
 * What is sealed never changes: pages read one after the other belong together without a
 * transaction around them.
 */
async function* readChainedPages(reader: Reader, upTo: bigint): AsyncGenerator<ChainedEntry[]> {
  for (let after = 0n; after < upTo; after += ROWS_A_PAGE) {
    const next = after + ROWS_A_PAGE
    yield await listChainedEntries(reader, after, next < upTo ? next : upTo)
  }
}

async function* readAccountPages(reader: Reader, seq: bigint) {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await listAccountBalances(reader, seq, { after, limit: ACCOUNTS_A_PAGE })
    yield page
    after = page.at(-1)?.code
  }
}

export type VerificationStep = { name: string; problems: Problem[] }

/**
 * What is read one after the other, each from the first row on; the words are what people see
 * meanwhile.
 */
const STEPS: readonly [name: string, look: (tx: Reader, now: Date) => Promise<Problem[]>][] = [
  ['chain of seals, row by row', (tx) => listLedgerProblems(tx, 'chain', () => 5)],
  ['balances and movements, row by row', (tx) => listLedgerProblems(tx, 'balances', pickInvariant)],
  ['sums by class and day', (tx) => listLedgerProblems(tx, 'marks', () => 2)],
  ['currencies, income, promotion, events', (tx) => runSqlCheck(tx, sql`ledger.check_sums()`)],
  ['deposits against the journal', (tx) => runSqlCheck(tx, sql`check_deposits(null)`)],
  ['withdrawals against the journal', (tx) => runSqlCheck(tx, sql`check_withdrawals(null)`)],
  ['positions against principal', (tx) => runSqlCheck(tx, sql`check_positions(null)`)],
  ['returns against payouts and journal', (tx) => returnProblems(tx)],
  ['what was held outside', listCustodyProblems],
  ['record of acts, act by act', (tx) => recordProblems(tx)],
]

/** How many steps a reading of everything has, the witnesses included. */
export const STEPS_TO_VERIFY = STEPS.length + 1

const runSqlCheck = async (reader: Reader, look: ReturnType<typeof sql>): Promise<Problem[]> =>
  (await sql<Problem>`select * from ${look} limit 1000`.execute(reader)).rows

const returnProblems = async (reader: Reader): Promise<Problem[]> => [
  ...(await runSqlCheck(reader, sql`check_payouts(null)`)),
  ...(await runSqlCheck(reader, sql`check_return_rows(0)`)),
  ...(await runSqlCheck(reader, sql`check_distributions(null)`)),
  ...(await runSqlCheck(reader, sql`check_incomes()`)),
]

type LedgerProblem = {
  problem: string
  block: bigint | null
  seq: bigint | null
  entry: bigint | null
  detail: string | null
}

async function listLedgerProblems(
  reader: Reader,
  what: 'chain' | 'balances' | 'marks',
  invariantNumber: (problem: string) => number,
): Promise<Problem[]> {
  const { rows } = await sql<LedgerProblem>`
    select * from ${sql.raw(`ledger.verify_${what}()`)} order by entry nulls last, seq limit
    1000`.execute(reader)
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
const pickInvariant = (problem: string) => (problem.startsWith('row breaks') ? 11 : 2)

/**
 * Reads the whole books in one snapshot and tells after each step what was wrong. The reader has to
 * be a transaction of its own; it may take minutes, so its statements have no time limit.
 */
export async function* runVerification(
  tx: Reader,
  anchors: readonly LedgerAnchor[],
  now: Date,
  folder: string,
): AsyncGenerator<VerificationStep> {
  await sql`set local statement_timeout = 0`.execute(tx)
  for (const [name, check] of STEPS) yield { name, problems: await check(tx, now) }

  const missing = await listMissingAnchors(tx, anchors, folder)
  yield {
    name: 'witnesses told outside',
    problems: [...missing, ...(await listAnchorProblems(tx, anchors))],
  }
}

/**
 * Days that were told outside and whose witness is not among these: whoever rewrites the books
 * would take it away.
 */
async function listMissingAnchors(
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

type Line = Record<string, string | number | boolean | null>
type Lines = ReturnType<typeof sql<Line>>

const formatLine = (what: string, { at, ...fields }: Line) =>
  `${JSON.stringify({ what, ...fields })}\n`
const toMicroseconds = (column: string) =>
  sql<string>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`

/** What is few, whole. */
const SMALL: Readonly<Record<string, Lines>> = {
  currency: sql`select code, scale from ledger.currency order by code`,
  class: sql`select name, limited from ledger.class order by name`,
  route: sql`select kind, debit_class, credit_class, with_custody, with_dollars, needs_receipt,
    needs_reason,
    approval_from::text, spread from ledger.routes order by kind, debit_class, credit_class`,
}

/** What is many, a page behind a key, which comes along as `at`. */
const MANY: Readonly<Record<string, (after: string) => Lines>> = {
  account: (
    after,
  ) => sql`select id::text as at, id::text, code, class, currency, owner from ledger.accounts
    where id > ${after} order by accounts.id limit ${ROWS_A_PAGE}`,
  receipt: (
    after,
  ) => sql`select id as at, id, source, reference, output_index::text, currency, amount::text,
    ${toMicroseconds('arrived_at')} as arrived_at, recorded_by from ledger.receipts where id >
    ${after}
    order by id limit ${ROWS_A_PAGE}`,
  proposal: (
    after,
  ) => sql`select sequence::text as at, id, act, subject_id, encode(content_hash, 'hex') as
    content_hash,
    encode(posting_hash, 'hex') as posting_hash, proposed_by, ${toMicroseconds('proposed_at')} as
    proposed_at, approved::text,
    decided_by, ${toMicroseconds('decided_at')} as decided_at from approvals.proposals
    where sequence > ${after} and posting_hash is not null and approved is not null order by
    sequence limit ${ROWS_A_PAGE}`,
}
const FIRST = { account: '0', receipt: '', proposal: '0' }

const ROW = sql`j.entry::text, j.id, j.kind, j.debit::text, j.credit::text, j.amount::text,
  j.debit_balance::text,
  j.credit_balance::text, j.effective, ${toMicroseconds('j.posted_at')} as posted_at, j.reference,
  j.actor, j.reason, j.receipt, j.approval`

/**
 * The books as plain data by plain selects, a line of JSON a thing, for a program that shares
 * nothing with ours (`scripts/check-rows.mjs`). The reader has to be a transaction that sees one
 * moment. It holds a page at a time.
 */
export async function* exportLedgerRows(tx: Reader): AsyncGenerator<string> {
  // whoever reads slowly isn't cut off
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  // A young table without statistics is joined whole for each page, unless told not to.
  for (const name of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'])
    await sql`set local ${sql.raw(name)} = off`.execute(tx)

  let lines = 1
  for await (const page of readLinePages(tx)) {
    lines += page.length
    yield page.join('')
  }

  yield formatLine('end', { lines: String(lines) })
}

async function* readLinePages(tx: Reader): AsyncGenerator<string[]> {
  for (const [what, some] of Object.entries(SMALL))
    yield (await some.execute(tx)).rows.map((row) => formatLine(what, row))
  for (const [what, first] of Object.entries(FIRST)) yield* readKeyedPages(tx, what, first)
  yield* readChainedLines(tx, (await findJournalHead(tx))?.seq ?? 0n)
  yield* readKeyedPages(tx, 'row', '0', selectUnchainedRows)
}

async function* readKeyedPages(tx: Reader, what: string, first: string, page = MANY[what]) {
  for (let after: string | undefined = first; page && after !== undefined; ) {
    const { rows }: { rows: Line[] } = await page(after).execute(tx)
    yield rows.map((row) => formatLine(what, row))
    after = rows.at(-1)?.at?.toString()
  }
}

/** Each block, then its runs, each with its rows behind it: in the order of the gapless numbers. */
async function* readChainedLines(tx: Reader, head: bigint) {
  for (let after = 0n; after < head; after += ROWS_A_PAGE) {
    const upTo = after + ROWS_A_PAGE < head ? after + ROWS_A_PAGE : head
    const parts: Map<unknown, string>[] = []

    for (const [what, some] of buildChainedQueries(after, upTo)) {
      const { rows } = await some.execute(tx)
      parts.push(new Map(rows.map((row) => [row.at, formatLine(what, row)])))
    }

    const numbers = Array.from({ length: Number(upTo - after) }, (_, index) =>
      String(after + BigInt(index + 1)),
    )
    yield numbers.flatMap((seq) => parts.flatMap((part) => part.get(seq) ?? []))
  }
}

const buildChainedQueries = (after: bigint, upTo: bigint): [what: string, some: Lines][] => {
  const runs = sql`ledger.seal_run run where run.first_seq > ${after} and run.first_seq <= ${upTo}`
  return [
    [
      'block',
      sql`select b.first_seq::text as at, b.block::text, b.first_seq::text, b.last_seq::text,
        ${toMicroseconds('b.sealed_at')} as sealed_at,
      encode(b.digest, 'hex') as digest, encode(b.fingerprints, 'hex') as fingerprints,
      encode(b.previous_hash, 'hex') as previous_hash,
      encode(b.hash, 'hex') as hash from (select block, first_seq from ${runs}) run
      join ledger.seal_block b on b.block = run.block and b.first_seq = run.first_seq`,
    ],
    [
      'run',
      sql`select first_seq::text as at, first_seq::text, first_entry::text, last_entry::text,
        block::text from ${runs}`,
    ],
    [
      'row',
      sql`select (run.first_seq + j.entry - run.first_entry)::text as at, (run.first_seq +
        j.entry - run.first_entry)::text as seq, ${ROW}
      from ledger.seal_run run cross join lateral (select * from ledger.entries where entry
        between greatest(run.first_entry, run.first_entry + ${after}::bigint + 1 - run.first_seq)
        and least(run.last_entry, run.first_entry + ${upTo}::bigint - run.first_seq) offset 0) j
      where run.first_seq <= ${upTo} and run.first_seq >= coalesce(
        (select max(first_seq) from ledger.seal_run where first_seq <= ${after}::bigint + 1), 0)`,
    ],
  ]
}

/** Rows between and behind the runs of the seal. */
const selectUnchainedRows = (after: string): Lines => sql`
  select j.entry::text as at, null as seq, ${ROW} from (
    select lag(last_entry, 1, 0::bigint) over (order by first_entry) as low, first_entry as high
    from ledger.seal_run
    union all select coalesce(max(last_entry), 0), 9223372036854775807 from ledger.seal_run) hole
  cross join lateral (select * from ledger.entries where entry > greatest(hole.low,
  ${after}::bigint) and entry < hole.high
    order by entry limit ${ROWS_A_PAGE} offset 0) j
  where hole.low < hole.high - 1 order by j.entry limit ${ROWS_A_PAGE}`
