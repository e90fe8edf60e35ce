import { sql } from 'kysely'
import { HOUR_MS } from '#lib/dates.ts'
import { findJournalHead } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { toJsonText } from '#platform/http/json.ts'
import { formatProblemKey, type IntegrityCheck, isBlockingProblem, type Problem } from '../model.ts'
import {
  findGoodCheck,
  hasRecentUnfreeze,
  listAcceptedProblems,
  listAllProblems,
  listCustodyProblems,
  listRecentProblems,
  listUnclearedChecks,
} from '../queries.ts'
import { freezeLedger } from '../steps/freeze-ledger.ts'

/** Number of new rows from which a check of everything is faster than one row by row. */
const MANY_ROWS = 1_000_000n
/** Overlap with the previous check, which may not have seen decisions made shortly before it. */
const OVERLAP_MS = 10 * 60_000
const REMIND_MS = HOUR_MS

/**
 * Checks the invariants in one snapshot: for everything since the last good check or, with
 * `whole`, for the whole ledger. A blocking problem freezes the ledger first and notifies the
 * owners. Returns null while another process checks.
 */
export async function checkIntegrity(
  app: App,
  { whole = false }: { whole?: boolean } = {},
): Promise<IntegrityCheck | null> {
  const good = await findGoodCheck(app.db)
  const wrong = await listUnclearedChecks(app.db)
  const check = await runCheck(app, whole)
  if (!check) return null

  if (check.problems.some(isBlockingProblem)) {
    // Two admins may have unfrozen the ledger during this check: then check again.
    if (await hasRecentUnfreeze(app.db, check.startedAt))
      return await checkIntegrity(app, { whole })
    await runInTransaction(app.db, (tx) => freezeLedger(app, tx, check.problems))
  }

  if (check.problems.length > 0) {
    app.log.error(
      { problems: check.problems.slice(0, 20), whole: check.whole },
      'the integrity check found problems',
    )
    app.events.publish(STAFF, 'integrity')
  }

  if (isWorthStoring(check, good, wrong)) await insertCheck(app, check)

  return check
}

/** Checks one snapshot; the next check covers what commits meanwhile. */
async function runCheck(app: App, wholeRequested: boolean): Promise<IntegrityCheck | null> {
  const startedAt = app.clock.now()
  return await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql`
        select from check_lock
        where whole = ${wholeRequested} for update skip locked`.execute(tx)
      if (rows.length === 0) return null

      const last = await findGoodCheck(tx)
      const uptoSeq = (await findJournalHead(tx))?.seq ?? 0n
      const cut = last !== null && uptoSeq < last.uptoSeq
      const whole = wholeRequested || !last || cut || uptoSeq - last.uptoSeq > MANY_ROWS

      await sql`set local statement_timeout = ${sql.lit(whole ? '4h' : '2min')}`.execute(tx)

      const afterSeq = whole ? 0n : last.uptoSeq
      const since = new Date((last?.startedAt ?? startedAt).getTime() - OVERLAP_MS)
      const found = [
        ...(cut ? [createCutOffProblem(uptoSeq, last.uptoSeq)] : []),
        ...(whole ? await listAllProblems(tx) : await listRecentProblems(tx, afterSeq, since)),
        ...(await listCustodyProblems(tx, startedAt)),
      ]

      const acceptedKeys = await listAcceptedProblems(tx)
      const accepted = found.filter((problem) => acceptedKeys.has(formatProblemKey(problem)))
      const problems = found.filter((problem) => !acceptedKeys.has(formatProblemKey(problem)))

      return {
        whole,
        afterSeq,
        uptoSeq,
        startedAt,
        finishedAt: app.clock.now(),
        problems,
        accepted,
      }
    })
}

const createCutOffProblem = (head: bigint, before: bigint): Problem => ({
  invariant: 5,
  problem: `the journal ends with number ${head}, but number ${before} existed before`,
  subject: 'journal',
})

/**
 * Returns whether to store a check: one without news is stored hourly, one that clears a problem
 * always.
 */
function isWorthStoring(
  check: IntegrityCheck,
  good: IntegrityCheck | null,
  wrong: readonly IntegrityCheck[],
): boolean {
  if (!good || check.whole || check.problems.length > 0 || check.uptoSeq > good.uptoSeq) return true
  if (wrong.some(({ afterSeq }) => check.afterSeq <= afterSeq)) return true
  return check.startedAt.getTime() - good.startedAt.getTime() >= REMIND_MS
}

async function insertCheck({ db }: App, check: IntegrityCheck) {
  await runInTransaction(db, (tx) =>
    sql`select record_check(${check.whole}, ${check.afterSeq}, ${check.uptoSeq},
      ${check.startedAt}, ${check.finishedAt},
      ${toJsonText(check.problems)}::jsonb, ${toJsonText(check.accepted)}::jsonb)`.execute(tx),
  )
}
