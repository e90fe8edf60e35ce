import { sql } from 'kysely'
import { createCache } from '../cache/cache.ts'
import { createSystemClock } from '../clock.ts'
import type { Db } from '../db/db.ts'

const PATIENCE_MS = 2_000
const SHARED_MS = 500

export type Readiness = () => Promise<string[]>

/**
 * Returns a check of the reasons why this process can't serve; none when it is ready. It queries at
 * most twice a second, however often it is called, and answers within two seconds.
 */
export function openReadiness(
  { db }: { db: Db },
  options: { migrations?: readonly string[]; stopping?: AbortSignal | undefined } = {},
): Readiness {
  const cache = createCache<string[]>({ clock: createSystemClock(), ttlMs: SHARED_MS })
  const check = () => checkReadiness(db, options.migrations ?? [])

  return async () =>
    options.stopping?.aborted ? ['stopping'] : (await cache.get('missing', check)).value
}

async function checkReadiness(db: Db, migrations: readonly string[]): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve(['database']), PATIENCE_MS)
  })

  try {
    return await Promise.race([listMissing(db, migrations), tooLong])
  } finally {
    clearTimeout(timer)
  }
}

/** Checks all three with one statement; if it fails, the database itself is checked. */
async function listMissing(db: Db, migrations: readonly string[]): Promise<string[]> {
  try {
    const { rows } = await sql<{ landed: number; queues: number }>`
      select (select count(*)::int from migration where name = any(${[...migrations]}::text[]))
      as landed,
        (select count(*)::int from pgboss.version) as queues`.execute(db)
    const [found] = rows

    return [
      ...(found && found.landed === migrations.length ? [] : ['migrations']),
      ...(found && found.queues > 0 ? [] : ['queue']),
    ]
  } catch {
    const there = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    return there ? ['migrations'] : ['database']
  }
}
