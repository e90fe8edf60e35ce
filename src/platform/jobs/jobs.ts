import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type JobResult, PgBoss } from 'pg-boss'
import { isConnectionLost, isOutage } from '../db/connection-errors.ts'
import type { Tx } from '../db/db.ts'
import { toJsonText } from '../http/json.ts'
import { carry, getRequestId } from '../http/request-context.ts'
import { observeJob } from '../monitoring/durations.ts'
import type { Logger } from '../monitoring/log.ts'
import { trace } from '../monitoring/tracing.ts'

/** Enqueueing happens inside the caller's transaction: a rollback takes the job back too. */
export type Jobs = {
  enqueue(tx: Tx, name: string, payload: Record<string, unknown>): Promise<void>
  /** One job for each payload, all of them in one statement, and independent writes with them. */
  enqueueEach(
    tx: Tx,
    name: string,
    payloads: readonly Record<string, unknown>[],
    writes?: readonly RawBuilder<unknown>[],
  ): Promise<void>
}

/** A job that a module's jobs.ts exports: a name, when it runs, and an idempotent handler. */
export type JobDefinition<A = unknown> = {
  name: string
  /** A cron expression in UTC for a job that runs by itself. */
  cron?: string
  /** Also once when the worker starts. */
  atStart?: true
  /**
   * For work that must happen within a second, such as chaining: the job is repeated in this
   * process, `pauseMs` after its last run.
   */
  pauseMs?: number
  /**
   * Such a loop begins with its pause, so that other jobs can catch up after a time without a
   * worker.
   */
  pauseFirst?: true
  retry?: { limit: number; delaySeconds: number; maxDelaySeconds: number }
  /** The longest run, after which another process takes the job over; three minutes by default. */
  expireSeconds?: number
  run(app: A, payload: Record<string, unknown>): Promise<void>
}

/** The pause between two looks for queues with a due job, which a person may wait for. */
const DUE_CHECK_MS = 250
/** The interval at which each queue is read without a notification. */
const POLLING_SECONDS = 30

const WORK = {
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: POLLING_SECONDS,
} as const

/** A run that takes longer than this hangs, and another process takes the job. */
const EXPIRE_SECONDS = 180

/**
 * A process states twice in this time that it still runs a job. Without that it has died, or lost
 * the database before it could store the outcome, and another run begins.
 */
const HEARTBEAT_SECONDS = 30
/** The interval at which jobs without a heartbeat are searched for. */
const SUPERVISE_SECONDS = 30

type Runner = { log: Logger }

/** About a day of tries in all: 5 s, 10 s, 20 s … at most an hour apart. */
const RETRY = { limit: 30, delaySeconds: 5, maxDelaySeconds: 3600 }

/**
 * Enqueues by one statement in the caller's transaction; needs no running worker, here or anywhere.
 */
export function createTransactionalJobs(): Jobs {
  const enqueueEach: Jobs['enqueueEach'] = async (tx, name, payloads, writes = []) => {
    if (payloads.length === 0 && writes.length === 0) return
    if (await insertJobs(tx, name, payloads, writes)) return

    const queue = JSON.stringify({ policy: 'standard', ...queueOptions(RETRY) })
    await sql`select pgboss.create_queue(${name}, ${queue}::jsonb)`.execute(tx)
    await insertJobs(tx, name, payloads)
  }

  return { enqueueEach, enqueue: (tx, name, payload) => enqueueEach(tx, name, [payload]) }
}

/**
 * Inserts what pg-boss's own send() would, without its cache, which queries the pool while a
 * transaction is open. Options that no queue here has are the defaults of their columns.
 */
async function insertJobs(
  tx: Tx,
  name: string,
  payloads: readonly Record<string, unknown>[],
  writes: readonly RawBuilder<unknown>[] = [],
) {
  const inserted = await sql`${buildWithClause(writes)}
    insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      expire_seconds, heartbeat_seconds)
    select name, payload, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
      heartbeat_seconds
    from pgboss.queue cross join unnest(${payloads.map(serialisePayload)}::jsonb[]) as payload
    where name = ${name} returning id`.execute(tx)

  return inserted.rows.length === payloads.length
}

const buildWithClause = (writes: readonly RawBuilder<unknown>[]) =>
  writes.length === 0
    ? sql``
    : sql`with ${sql.join(writes.map((write, at) => sql`${sql.id(`write_${at}`)} as (${write})`))}`

/**
 * A job bears the number of the request that enqueued it, so that its lines in the log can be
 * found.
 */
function serialisePayload(payload: Record<string, unknown>): string {
  const request = getRequestId()
  return toJsonText(request ? { ...payload, request } : payload)
}

/**
 * Runs the given jobs until stopped, one at a time each; a job that throws is tried again later.
 */
export async function startJobs<A extends Runner>(
  app: A,
  pool: pg.Pool,
  definitions: readonly JobDefinition<A>[],
): Promise<{ stop(): Promise<void> }> {
  const boss = await openBoss(app, pool, { supervise: true, schedule: true })
  const loops = definitions.flatMap((job) => (job.pauseMs ? [repeat(app, job, job.pauseMs)] : []))
  const workerIds = new Map<string, string>()

  for (const job of definitions) {
    if (job.pauseMs) continue
    await ensureQueue(boss, job)

    workerIds.set(job.name, await boss.work(job.name, WORK, (tasks) => runEach(app, job, tasks)))
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' })
    if (job.atStart) await boss.send(job.name, {})
  }

  const notifyDue = () =>
    notifyDueQueues(boss, pool, workerIds).catch((error) => reportQueueError(app, error))
  loops.push(startLoop(DUE_CHECK_MS, notifyDue))

  // at once, for jobs of a killed worker; a failure is reported by 'error'
  void boss.supervise().catch(() => {})

  return { stop: () => stopJobs(boss, loops) }
}

/**
 * Lets the queues with a due job be read at once: one query in place of one a queue
 * (docs/decisions/086).
 */
async function notifyDueQueues(
  boss: PgBoss,
  pool: pg.Pool,
  workerIds: ReadonlyMap<string, string>,
) {
  const { rows } = await pool.query<{ name: string }>(DUE_QUEUES, [[...workerIds.keys()]])
  for (const { name } of rows) boss.notifyWorker(workerIds.get(name) ?? '')
}

const DUE_QUEUES = `select queue.name from unnest($1::text[]) as queue (name) where exists (select
  from pgboss.job_common j where j.name = queue.name and j.state < 'active' and not j.blocked
  and j.start_after <= pgboss.job_now())`

/**
 * The time in which running jobs may finish; none is begun any more, and one that takes longer is
 * done by another worker.
 */
const FINISH_MS = 10_000

async function stopJobs(boss: PgBoss, loops: readonly { stop(): Promise<void> }[]) {
  let timer: NodeJS.Timeout | undefined
  const longEnough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FINISH_MS)
  })
  const finished = Promise.all(loops.map((loop) => loop.stop()))

  await Promise.all([
    Promise.race([finished, longEnough]),
    boss.stop({ graceful: true, timeout: FINISH_MS }),
  ])
  clearTimeout(timer)
}

/**
 * For tests: runs every job that is due, those they enqueue, and once what repeats; throws what
 * they threw.
 */
export async function runJobsNow<A extends Runner>(
  app: A,
  pool: pg.Pool,
  definitions: readonly JobDefinition<A>[],
): Promise<number> {
  const boss = await openBoss(app, pool, { supervise: false, schedule: false })
  const failures: unknown[] = []
  let ran = 0

  try {
    const queued = definitions.filter((job) => !job.pauseMs)
    for (const job of queued) await ensureQueue(boss, job)

    for (let before = -1; ran !== before; ) {
      before = ran
      for (const job of queued) ran += await drain(boss, app, job, failures)
    }

    for (const job of definitions) if (job.pauseMs) await runOne(app, job, {})
  } finally {
    await boss.stop({ graceful: false })
  }

  if (failures.length)
    throw new AggregateError(failures, `${failures.length} jobs failed: ${failures[0]}`)

  return ran
}

async function drain<A extends Runner>(
  boss: PgBoss,
  app: A,
  job: JobDefinition<A>,
  failures: unknown[],
) {
  let ran = 0
  for (;;) {
    const [task] = await boss.fetch<Record<string, unknown>>(job.name, { batchSize: 1 })
    if (!task) return ran

    ran++

    try {
      await runOne(app, job, task.data)
      await boss.complete(job.name, task.id)
    } catch (error) {
      failures.push(error)
      await boss.fail(job.name, task.id, { message: String(error) })
    }
  }
}

/** One after the other, each with an outcome of its own: the failure of one repeats no other. */
async function runEach<A extends Runner>(
  app: A,
  job: JobDefinition<A>,
  tasks: { id: string; data: unknown }[],
) {
  const outcomes: JobResult[] = []
  for (const { id, data } of tasks) {
    try {
      await runOne(app, job, data)
      outcomes.push({ id, status: 'completed' })
    } catch (error) {
      outcomes.push({ id, status: 'failed', output: { message: String(error) } })
    }
  }

  return outcomes
}

async function runOne<A extends Runner>(app: A, job: JobDefinition<A>, taskData: unknown) {
  const { request, ...payload } = (taskData ?? {}) as Record<string, unknown>
  const run = () => job.run(app, payload)
  const runLogged = async () => {
    const begun = performance.now()

    try {
      // a loop of once a second would bury the other traces
      await (job.pauseMs ? run() : traceJob(job.name, run))
    } catch (error) {
      observeJob(job.name, 'failed', performance.now() - begun)
      if (isOutage(error))
        app.log.warn({ job: job.name, why: String(error) }, 'a job lost its database')
      else app.log.error({ job: job.name, err: error }, 'a job failed and will be tried again')
      throw error
    }

    const ms = performance.now() - begun
    observeJob(job.name, 'done', ms)
    if (!job.pauseMs) app.log.debug({ job: job.name, ms: Math.round(ms) }, 'a job was done')
  }

  return typeof request === 'string' ? await carry(request, runLogged) : await runLogged()
}

const traceJob = (name: string, run: () => Promise<void>) => {
  const request = getRequestId()
  const values = { 'candor.job': name, ...(request && { 'candor.request_id': request }) }

  return trace({ name, kind: 'job', values }, run)
}

async function openBoss(
  app: Runner,
  pool: pg.Pool,
  does: { supervise: boolean; schedule: boolean },
) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    createSchema: false,
    reindex: false, // needs to own the tables
    monitorVacuum: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    ...does,
  })

  boss.on('error', (error) => reportQueueError(app, error))
  await boss.start()

  return boss
}

const reportQueueError = (app: Runner, error: Error) =>
  isConnectionLost(error)
    ? app.log.debug({ why: error.message }, 'the job queue waits for the database')
    : app.log.error({ err: error }, 'the job queue reports an error')

async function ensureQueue(boss: PgBoss, job: JobDefinition<never>) {
  const options = queueOptions(job.retry ?? RETRY, job.expireSeconds)
  await boss.createQueue(job.name, options)
  await boss.updateQueue(job.name, options)
}

const queueOptions = (
  retry: NonNullable<JobDefinition['retry']>,
  expireSeconds = EXPIRE_SECONDS,
) => ({
  retryLimit: retry.limit,
  retryDelay: retry.delaySeconds,
  retryDelayMax: retry.maxDelaySeconds,
  retryBackoff: true,
  expireInSeconds: expireSeconds,
  heartbeatSeconds: HEARTBEAT_SECONDS,
})

const repeat = <A extends Runner>(app: A, job: JobDefinition<A>, pauseMs: number) =>
  // a failure is logged, and the next round is the retry
  startLoop(pauseMs, () => runOne(app, job, {}).catch(() => {}), job.pauseFirst)

/** Repeats work that doesn't fail, until stopped. */
function startLoop(pauseMs: number, work: () => Promise<unknown>, pauseFirst = false) {
  const stopping = new AbortController()
  const loop = (async () => {
    if (pauseFirst) await pause(pauseMs, stopping.signal)
    while (!stopping.signal.aborted) {
      await work()
      await pause(pauseMs, stopping.signal)
    }
  })()

  return {
    stop: () => {
      stopping.abort()
      return loop
    },
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
