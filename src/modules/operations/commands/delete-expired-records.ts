import { sql } from 'kysely'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { DAY_MS, RETENTION_MS } from '../model.ts'
import type { OperationTables } from '../tables.ts'

/** So many rows a transaction, so that nobody waits for it. */
const BATCH = 5_000

export type DeletedCounts = Record<
  'answers' | 'sessions' | 'limits' | 'mails' | 'sandboxMail' | 'alerts',
  number
>

/**
 * Deletes what grows for ever and is no part of the books, each after its time; answers how many of
 * each. A mail that has not left is never forgotten, and one that has is not sent again when its
 * row is gone.
 */
export async function deleteExpiredRecords(app: App): Promise<DeletedCounts> {
  const now = app.clock.now().getTime()
  const getCutoff = (what: keyof typeof RETENTION_MS) => new Date(now - RETENTION_MS[what])
  const { messageDays } = await getSetting(app.db, app.config, 'retention')
  const mailsBefore = new Date(now - messageDays * DAY_MS)
  const deleteInBatches = async (forget: () => Promise<number>) => {
    let gone = 0
    for (;;) {
      const some = await forget()
      gone += some
      if (some < BATCH) return gone
    }
  }

  const createBatchDelete = (statement: ReturnType<typeof sql<{ gone: bigint }>>) => () =>
    runInTransaction(app.db, async (tx) =>
      Number((await statement.execute(tx)).rows[0]?.gone ?? 0n),
    )
  const deletedCounts = {
    answers: await deleteInBatches(
      createBatchDelete(sql`select forget_answers(${getCutoff('answers')}, ${BATCH}) as gone`),
    ),
    sessions: await deleteInBatches(
      createBatchDelete(sql`select forget_sessions(${getCutoff('sessions')}, ${BATCH}) as gone`),
    ),
    limits: await deleteInBatches(
      createBatchDelete(sql`with gone as (delete from rate_limit where ctid = any(array(
        select ctid from rate_limit where counted_at < ${getCutoff('limits')} limit ${BATCH}))
        returning 1)
        select count(*) as gone from gone`),
    ),
    mails: await deleteInBatches(
      createBatchDelete(sql`with gone as (delete from outbox where id = any(array(
        select id from outbox where sent_at < ${mailsBefore} limit ${BATCH})) returning 1)
        select count(*) as gone from gone`),
    ),
    sandboxMail: await deleteInBatches(
      createBatchDelete(sql`with gone as (delete from mailbox where id = any(array(
        select id from mailbox where sent_at < ${getCutoff('sandboxMail')} limit ${BATCH}))
        returning 1)
        select count(*) as gone from gone`),
    ),
    alerts: await deleteOldAlerts(app, getCutoff('alerts')),
  }

  if (Object.values(deletedCounts).some((gone) => gone > 0))
    app.log.info(deletedCounts, 'what is old was forgotten')

  return deletedCounts
}

const deleteOldAlerts = ({ db }: App, before: Date) =>
  runInTransaction(db, async (tx) => {
    const own = tx.withTables<OperationTables>()
    await own.deleteFrom('backup_made').where('made_at', '<', before).execute()
    const gone = await own.deleteFrom('alarm').where('cleared_at', '<', before).executeTakeFirst()
    return Number(gone.numDeletedRows)
  })
