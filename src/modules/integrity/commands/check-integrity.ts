import { type Selectable, sql } from 'kysely'
import { findJournalHead } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { toJsonText } from '#platform/http/json.ts'
import { type IntegrityCheck, isBlockingProblem } from '../model.ts'
import { findGoodCheck, hasRecentUnfreeze, listCustodyProblems, toCheck } from '../queries.ts'
import { freezeLedger } from '../steps/freeze-ledger.ts'
import type { IntegrityTables } from '../tables.ts'

/** Number of new rows from which a check of everything is faster than one row by row. */
const MANY_ROWS = 1_000_000n

/**
 * Checks the invariants in one snapshot: for everything since the last good check or, with
 * `whole`, for the whole ledger. The database runs the checks and records what they find. A
 * blocking problem freezes the ledger and notifies the owners. Returns null while another process
 * checks.
 */
export async function checkIntegrity(
  app: App,
  { whole = false }: { whole?: boolean } = {},
): Promise<IntegrityCheck | null> {
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

  return check
}

/** Checks one snapshot; the next check covers what commits meanwhile. */
async function runCheck(app: App, wholeRequested: boolean): Promise<IntegrityCheck | null> {
  const startedAt = app.clock.now()

  return await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const last = await findGoodCheck(tx)
      const uptoSeq = (await findJournalHead(tx))?.seq ?? 0n
      const whole =
        wholeRequested || !last || uptoSeq < last.uptoSeq || uptoSeq - last.uptoSeq > MANY_ROWS

      await sql`set local statement_timeout = ${sql.lit(whole ? '4h' : '2min')}`.execute(tx)

      const outside = await listCustodyProblems(tx, startedAt)
      const { rows } = await sql<Selectable<IntegrityTables['integrity_check']>>`
        select * from record_check(${whole}, ${startedAt}, ${toJsonText(outside)}::jsonb)
      `.execute(tx)

      return rows[0] ? toCheck(rows[0]) : null
    })
}
