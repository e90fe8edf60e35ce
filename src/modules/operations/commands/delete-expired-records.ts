import { sql } from 'kysely'
import { DAY_MS } from '#lib/dates.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { RETENTION_MS } from '../model.ts'
import type { OperationTables } from '../tables.ts'

/** The number of rows deleted per transaction, so that locks stay short. */
const BATCH = 5_000

export type DeletedCounts = Record<
  'answers' | 'sessions' | 'limits' | 'mails' | 'sandboxMail' | 'alerts',
  number
>

/**
 * Deletes records outside the ledger whose retention period has ended, and returns the number of
 * deleted rows of each kind. Mail that has not been sent is never deleted, and deleted mail is not
 * sent again.
 */
export async function deleteExpiredRecords(app: App): Promise<DeletedCounts> {
  const now = app.clock.now().getTime()
  const getCutoff = (kind: keyof typeof RETENTION_MS) => new Date(now - RETENTION_MS[kind])
  const { messageDays } = await getSetting(app.db, app.config, 'retention')
  const mailsBefore = new Date(now - messageDays * DAY_MS)
  const deleteInBatches = async (deleteBatch: () => Promise<number>) => {
    let total = 0

    for (;;) {
      const deleted = await deleteBatch()
      total += deleted
      if (deleted < BATCH) return total
    }
  }

  const createBatchDelete = (statement: ReturnType<typeof sql<{ deleted: bigint }>>) => () =>
    runInTransaction(app.db, async (tx) =>
      Number((await statement.execute(tx)).rows[0]?.deleted ?? 0n),
    )
  const deletedCounts = {
    answers: await deleteInBatches(
      createBatchDelete(
        sql`select delete_idempotency_answers(${getCutoff('answers')}, ${BATCH}) as deleted`,
      ),
    ),
    sessions: await deleteInBatches(
      createBatchDelete(
        sql`select delete_old_sessions(${getCutoff('sessions')}, ${BATCH}) as deleted`,
      ),
    ),
    limits: await deleteInBatches(
      createBatchDelete(sql`with deleted as (delete from rate_limit where ctid = any(array(
        select ctid from rate_limit where counted_at < ${getCutoff('limits')} limit ${BATCH}))
        returning 1)
        select count(*) as deleted from deleted`),
    ),
    mails: await deleteInBatches(
      createBatchDelete(sql`with deleted as (delete from outbox where id = any(array(
        select id from outbox where sent_at < ${mailsBefore} limit ${BATCH})) returning 1)
        select count(*) as deleted from deleted`),
    ),
    sandboxMail: await deleteInBatches(
      createBatchDelete(sql`with deleted as (delete from mailbox where id = any(array(
        select id from mailbox where sent_at < ${getCutoff('sandboxMail')} limit ${BATCH}))
        returning 1)
        select count(*) as deleted from deleted`),
    ),
    alerts: await deleteOldAlerts(app, getCutoff('alerts')),
  }

  if (Object.values(deletedCounts).some((count) => count > 0))
    app.log.info(deletedCounts, 'expired records deleted')

  return deletedCounts
}

const deleteOldAlerts = ({ db }: App, before: Date) =>
  runInTransaction(db, async (tx) => {
    const own = tx.withTables<OperationTables>()
    await own.deleteFrom('backup_made').where('made_at', '<', before).execute()
    const result = await own.deleteFrom('alert').where('cleared_at', '<', before).executeTakeFirst()
    return Number(result.numDeletedRows)
  })
