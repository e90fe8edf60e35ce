import { sql } from 'kysely'
import { findSealHead } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { STAFF } from '#platform/events.ts'
import { jsonText } from '#platform/json.ts'
import { inTransaction } from '#platform/transaction.ts'
import { freezeBooks } from '../acts/freeze-books.ts'
import { type BooksCheck, stopsMoney } from '../model.ts'
import { findGoodCheck, listAllProblems, listCustodyProblems, listProblemsSince } from '../queries.ts'
import type { BooksTables } from '../tables.ts'

/** From so many rows on since the last good look, reading everything is quicker than row by row. */
const MANY_ROWS = 1_000_000n
/** Deposits and withdrawals decided so shortly before the last look that it may not have seen them. */
const OVERLAP_MS = 10 * 60_000
const REMIND_MS = 3_600_000

/**
 * Holds the books against their invariants, in one snapshot: what came since the last good look or, `whole`, everything.
 * A broken one stops all money and tells the owners. Answers null when another process is looking at this moment.
 */
export async function checkBooks(
  app: App,
  { whole = false }: { whole?: boolean } = {},
): Promise<BooksCheck | null> {
  const check = await look(app, whole)
  if (!check) return null
  const last = await findGoodCheck(app.db)
  await inTransaction(app.db, async (tx) => {
    if (isWorthKeeping(check, last)) await keep(tx, check)
    if (check.problems.some(stopsMoney)) await freezeBooks(app, tx, check.problems)
  })
  if (check.problems.length === 0) return check
  app.log.error({ problems: check.problems.slice(0, 20), whole: check.whole }, 'the books are broken')
  app.events.publish(STAFF, 'books')
  return check
}

/** One snapshot of everything; what commits meanwhile is the next look's. */
async function look(app: App, asked: boolean): Promise<BooksCheck | null> {
  const startedAt = app.clock.now()
  return await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('books.check', ${asked ? 1 : 0})) as free`.execute(
        tx,
      )
      if (!rows[0]?.free) return null
      const last = await findGoodCheck(tx)
      const uptoSeq = (await findSealHead(tx))?.seq ?? 0n
      const whole = asked || !last || uptoSeq - last.uptoSeq > MANY_ROWS
      await sql`set local statement_timeout = ${sql.lit(whole ? '4h' : '2min')}`.execute(tx)
      const afterSeq = whole ? 0n : last.uptoSeq
      const inside = whole
        ? await listAllProblems(tx)
        : await listProblemsSince(tx, afterSeq, new Date(last.startedAt.getTime() - OVERLAP_MS))
      const problems = [...inside, ...(await listCustodyProblems(tx, startedAt))]
      return { whole, afterSeq, uptoSeq, startedAt, finishedAt: app.clock.now(), problems }
    })
}

/** Nothing new and nothing wrong is written down once an hour only. */
function isWorthKeeping(check: BooksCheck, last: BooksCheck | null): boolean {
  if (!last || check.whole || check.problems.length > 0 || check.uptoSeq > last.uptoSeq) return true
  return check.startedAt.getTime() - last.startedAt.getTime() >= REMIND_MS
}

async function keep(tx: Tx, check: BooksCheck) {
  await tx
    .withTables<BooksTables>()
    .insertInto('books_check')
    .values({
      whole: check.whole,
      after_seq: check.afterSeq,
      upto_seq: check.uptoSeq,
      started_at: check.startedAt,
      finished_at: check.finishedAt,
      problems: jsonText(check.problems),
    })
    .execute()
}
