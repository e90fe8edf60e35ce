import type { Tx } from './db.ts'

/** Enqueueing happens inside the caller's transaction: a rollback takes the job back too. */
export type Jobs = {
  enqueue(tx: Tx, name: string, payload: Record<string, unknown>): Promise<void>
}

/** What a module's jobs.ts exports: a name, when it runs, and an idempotent handler. */
export type JobDefinition<A = unknown> = {
  name: string
  /** A cron expression in UTC for a job that runs by itself. */
  cron?: string
  run(app: A, payload: Record<string, unknown>): Promise<void>
}
