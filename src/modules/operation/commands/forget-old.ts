import { sql } from 'kysely'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/transaction.ts'
import { DAY_MS, KEPT_MS } from '../model.ts'
import type { OperationTables } from '../tables.ts'

/** So many rows a transaction, so that nobody waits for it. */
const BATCH = 5_000

export type Forgotten = Record<
  'answers' | 'sessions' | 'limits' | 'mails' | 'sandboxMail' | 'alarms',
  number
>

/**
 * Deletes what grows for ever and is no part of the books, each after its time; answers how many of
 * each. A mail that has not left is never forgotten, and one that has is not sent again when its
 * row is gone.
 */
export async function forgetOld(app: App): Promise<Forgotten> {
  const now = app.clock.now().getTime()
  const before = (what: keyof typeof KEPT_MS) => new Date(now - KEPT_MS[what])
  const { messageDays } = await getSetting(app.db, app.config, 'retention')
  const mailsBefore = new Date(now - messageDays * DAY_MS)
  const batched = async (forget: () => Promise<number>) => {
    let gone = 0
    for (;;) {
      const some = await forget()
      gone += some
      if (some < BATCH) return gone
    }
  }

  const asked = (statement: ReturnType<typeof sql<{ gone: bigint }>>) => () =>
    inTransaction(app.db, async (tx) => Number((await statement.execute(tx)).rows[0]?.gone ?? 0n))
  const forgotten = {
    answers: await batched(
      asked(sql`select forget_answers(${before('answers')}, ${BATCH}) as gone`),
    ),
    sessions: await batched(
      asked(sql`select forget_sessions(${before('sessions')}, ${BATCH}) as gone`),
    ),
    limits: await batched(
      asked(sql`with gone as (delete from rate_limit where ctid = any(array(
        select ctid from rate_limit where counted_at < ${before('limits')} limit ${BATCH}))
        returning 1)
        select count(*) as gone from gone`),
    ),
    mails: await batched(
      asked(sql`with gone as (delete from outbox where id = any(array(
        select id from outbox where sent_at < ${mailsBefore} limit ${BATCH})) returning 1)
        select count(*) as gone from gone`),
    ),
    sandboxMail: await batched(
      asked(sql`with gone as (delete from mailbox where id = any(array(
        select id from mailbox where sent_at < ${before('sandboxMail')} limit ${BATCH}))
        returning 1)
        select count(*) as gone from gone`),
    ),
    alarms: await forgetAlarms(app, before('alarms')),
  }

  if (Object.values(forgotten).some((gone) => gone > 0))
    app.log.info(forgotten, 'what is old was forgotten')

  return forgotten
}

const forgetAlarms = ({ db }: App, before: Date) =>
  inTransaction(db, async (tx) => {
    const own = tx.withTables<OperationTables>()
    await own.deleteFrom('backup_made').where('made_at', '<', before).execute()
    const gone = await own.deleteFrom('alarm').where('cleared_at', '<', before).executeTakeFirst()
    return Number(gone.numDeletedRows)
  })
