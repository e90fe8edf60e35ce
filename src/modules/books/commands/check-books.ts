import { sql } from 'kysely'
import { findSealHead } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { STAFF } from '#platform/events.ts'
import { jsonText } from '#platform/json.ts'
import { inTransaction } from '#platform/transaction.ts'
import { freezeBooks } from '../acts/freeze-books.ts'
import { type BooksCheck, keyOf, type Problem, stopsMoney } from '../model.ts'
import {
  findGoodCheck,
  listAllProblems,
  listCustodyProblems,
  listKnown,
  listLastWrong,
  listProblemsSince,
  thawedSince,
} from '../queries.ts'

/** From so many rows on since the last good look, reading everything is quicker than row by row. */
const MANY_ROWS = 1_000_000n
/**
 * Deposits and withdrawals decided so shortly before the last look that it may not have seen them.
 */
const OVERLAP_MS = 10 * 60_000
const REMIND_MS = 3_600_000

/**
 * Holds the books against their invariants, in one snapshot: what came since the last good look or,
 * `whole`, everything. A broken one stops all money, first of all, and tells the owners. Answers
 * null when another process is looking at this moment.
 */
export async function checkBooks(
  app: App,
  { whole = false }: { whole?: boolean } = {},
): Promise<BooksCheck | null> {
  const good = await findGoodCheck(app.db)
  const wrong = await listLastWrong(app.db)
  const check = await look(app, whole)
  if (!check) return null

  if (check.problems.some(stopsMoney)) {
    // Two admins may have put it right while this look was still reading: then it is looked at
    // again.
    if (await thawedSince(app.db, check.startedAt)) return await checkBooks(app, { whole })
    await inTransaction(app.db, (tx) => freezeBooks(app, tx, check.problems))
  }

  if (check.problems.length > 0) {
    app.log.error(
      { problems: check.problems.slice(0, 20), whole: check.whole },
      'the books are broken',
    )
    app.events.publish(STAFF, 'books')
  }

  if (isWorthKeeping(check, good, wrong)) await keep(app, check)

  return check
}

/** One snapshot of everything; what commits meanwhile is the next look's. */
async function look(app: App, asked: boolean): Promise<BooksCheck | null> {
  const startedAt = app.clock.now()
  return await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } =
        await sql`select from books_turn where whole = ${asked} for update skip locked`.execute(tx)
      if (rows.length === 0) return null

      const last = await findGoodCheck(tx)
      const uptoSeq = (await findSealHead(tx))?.seq ?? 0n
      const cut = last !== null && uptoSeq < last.uptoSeq
      const whole = asked || !last || cut || uptoSeq - last.uptoSeq > MANY_ROWS

      await sql`set local statement_timeout = ${sql.lit(whole ? '4h' : '2min')}`.execute(tx)

      const afterSeq = whole ? 0n : last.uptoSeq
      const since = new Date((last?.startedAt ?? startedAt).getTime() - OVERLAP_MS)
      const found = [
        ...(cut ? [cutOff(uptoSeq, last.uptoSeq)] : []),
        ...(whole ? await listAllProblems(tx) : await listProblemsSince(tx, afterSeq, since)),
        ...(await listCustodyProblems(tx, startedAt)),
      ]

      const stands = await listKnown(tx)
      const known = found.filter((problem) => stands.has(keyOf(problem)))
      const problems = found.filter((problem) => !stands.has(keyOf(problem)))

      return { whole, afterSeq, uptoSeq, startedAt, finishedAt: app.clock.now(), problems, known }
    })
}

const cutOff = (head: bigint, before: bigint): Problem => ({
  invariant: 5,
  problem: `the journal ends with number ${head}, and number ${before} was there before`,
  subject: 'journal',
})

/**
 * Nothing new and nothing wrong is written down once an hour only, and where something was wrong
 * that is not any more.
 */
function isWorthKeeping(
  check: BooksCheck,
  good: BooksCheck | null,
  wrong: readonly BooksCheck[],
): boolean {
  if (!good || check.whole || check.problems.length > 0 || check.uptoSeq > good.uptoSeq) return true
  if (wrong.some(({ afterSeq }) => check.afterSeq <= afterSeq)) return true
  return check.startedAt.getTime() - good.startedAt.getTime() >= REMIND_MS
}

async function keep({ db }: App, check: BooksCheck) {
  await inTransaction(db, (tx) =>
    sql`select note_check(${check.whole}, ${check.afterSeq}, ${check.uptoSeq},
      ${check.startedAt}, ${check.finishedAt},
      ${jsonText(check.problems)}::jsonb, ${jsonText(check.known)}::jsonb)`.execute(tx),
  )
}
