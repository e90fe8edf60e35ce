import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDb } from '#platform/db/db.ts'
import { databaseUrl } from './global-setup.ts'

export type TestDatabase = {
  /** As the application: candor_app owns nothing. */
  db: Db
  pool: pg.Pool
  /** As the watcher, which alone records what chains show. */
  watcherDb: Db
  /**
   * As the role that owns the tables: for looking and for tampering, never for what a command
   * should do.
   */
  owner: pg.Pool
  ownerUrl: string
  close(): Promise<void>
}

export type TestDatabaseOptions = { poolSize?: number }

/** A database of this file's own, copied from the migrated template. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `candor_test_${randomBytes(6).toString('hex')}`
  await asAdmin(
    adminUrl,
    `create database ${name} template ${inject('template')} strategy file_copy`,
  )

  const ownerUrl = databaseUrl(adminUrl, name)
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 })
  owner.on('error', () => {})

  const { db, pool } = openDb({
    url: ownerUrl,
    role: 'candor_app',
    poolSize: options.poolSize ?? 8,
    lockTimeoutMs: 10_000,
    statementTimeoutMs: 30_000,
  })

  const { db: watcherDb } = openDb({
    url: ownerUrl,
    role: 'candor_watcher',
    poolSize: 2,
    lockTimeoutMs: 10_000,
    statementTimeoutMs: 30_000,
  })

  pool.on('connect', prepareStatements)

  return {
    db,
    pool,
    watcherDb,
    owner,
    ownerUrl,
    close: async () => {
      await Promise.all([db.destroy(), watcherDb.destroy()])
      await owner.end()
      await asAdmin(adminUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Gives a database another mode than the template's, as a superuser; null: none. */
export async function restampMode({ owner }: TestDatabase, mode: 'sandbox' | 'live' | null) {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query('delete from mode')
    await client.query('set local session_replication_role = origin')
    if (mode) await client.query('insert into mode (name, stamped_at) values ($1, now())', [mode])
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Gives statements names, with which each is parsed once a connection: an eighth of all work. */
export function prepareStatements(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const toStatementName = (text: string) => createHash('md5').update(text).digest('hex')
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && Array.isArray(values) && values.length > 0
      ? query({ name: toStatementName(text), text, values }, ...rest)
      : query(text, values, ...rest)) as typeof client.query
}

/** Waits until no other test file makes logins or grants roles: the whole server shares them. */
export async function lockServerRoles(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  await client.query("select pg_advisory_lock(hashtext('server roles'))")
  return () => client.end()
}

async function asAdmin(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
