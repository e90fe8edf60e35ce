import { sql } from 'kysely'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import type { Reader, Tx } from '../db/db.ts'

export type QueueState = {
  name: string
  /** Its schedule in UTC; null for a queue whose jobs are enqueued by commands. */
  cron: string | null
  waiting: number
  active: number
  /** Failed jobs with an automatic retry. */
  retrying: number
  /** Failed jobs without a further automatic retry: the staff has to check them. */
  failed: number
  lastDoneAt: Date | null
}

export type TroubledJob = {
  id: string
  queue: string
  state: 'retry' | 'failed'
  tries: number
  createdAt: Date
  /** The time of the next automatic retry; null without one. */
  nextAt: Date | null
  /** The error of the last try. */
  lastError: string
  payload: Record<string, unknown>
}

/** Lists every queue with its counts; finished jobs are retained for a week. */
export async function listQueues(reader: Reader): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select q.name, s.cron,
      (count(*) filter (where j.state = 'created'))::int as waiting, (count(*) filter (where
      j.state = 'active'))::int as active,
      (count(*) filter (where j.state = 'retry'))::int as retrying, (count(*) filter (where
      j.state = 'failed'))::int as failed,
      max(j.completed_on) filter (where j.state = 'completed') as "lastDoneAt"
    from pgboss.queue q left join pgboss.schedule s on s.name = q.name left join pgboss.job j on
    j.name = q.name
    where q.name not like '\\_\\_pgboss%' group by q.name, s.cron order by q.name`.execute(reader)

  return rows
}

/** Lists failed jobs, with or without a further retry, newest first, at most 200. */
export async function listTroubledJobs(reader: Reader): Promise<TroubledJob[]> {
  const { rows } = await sql<TroubledJob>`
    select id, name as queue, state::text as state, retry_count as tries, created_on as "createdAt",
      case when state = 'retry' then start_after end as "nextAt",
      coalesce(output ->> 'message', output ->> 'value', output::text, '') as "lastError",
      coalesce(data, '{}') as payload
    from pgboss.job where state in ('retry', 'failed') and name not like '\\_\\_pgboss%'
    order by created_on desc limit 200`.execute(reader)

  return rows
}

/**
 * Lets a job that failed be tried again at once. Throws a 404, and `not_failed` (409) for one that
 * is under way or done.
 */
export async function retryJob(tx: Tx, id: string): Promise<{ queue: string }> {
  const found = await sql<{ queue: string; state: string }>`
    select name as queue, state::text as state from pgboss.job where id = ${id}::uuid for
    update`.execute(tx)
  const [job] = found.rows
  if (!job) throw createNotFoundError('This job')
  if (job.state !== 'failed' && job.state !== 'retry')
    throw new DomainError('not_failed', 409, 'This job hasn’t failed or is already being retried.')

  await sql`update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on =
    null, start_after = pgboss.job_now()
    where name = ${job.queue} and id = ${id}::uuid`.execute(tx)

  return { queue: job.queue }
}

/** Of all queues together: the jobs in each state that is not over. */
export type QueueTotals = {
  /** Due or scheduled, and not begun. */
  waiting: number
  active: number
  /** Failed, with an automatic retry. */
  retrying: number
  /** Failed for good. */
  failed: number
  /** The time that the oldest due job has waited to be begun. */
  oldestWaitingMs: number
}

/** Counts the jobs of all queues together. */
export async function queueTotals(reader: Reader): Promise<QueueTotals> {
  const { rows } = await sql<QueueTotals>`
    select (count(*) filter (where state = 'created'))::int as waiting,
      (count(*) filter (where state = 'active'))::int as active,
      (count(*) filter (where state = 'retry'))::int as retrying,
      (count(*) filter (where state = 'failed'))::int as failed,
      coalesce(extract(epoch from max(now() - greatest(created_on, start_after)) filter (where
      state in ('created', 'retry') and start_after <= now())) * 1000, 0)::float8 as
      "oldestWaitingMs"
    from pgboss.job where state in ('created', 'active', 'retry', 'failed') and name not like
    '\\_\\_pgboss%'`.execute(reader)

  invariant(rows[0], 'an aggregate has one row')
  return rows[0]
}
