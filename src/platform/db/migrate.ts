import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

// an arbitrary lock number: two servers that start at once must not migrate twice
const LOCK = 4_072_026

/**
 * Applies each pending migrations/NNN-name.sql in its own transaction; refuses when one that landed
 * was edited.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    await client.query(`select pg_advisory_lock(${LOCK})`)
    await client.query(
      'create table if not exists migration (name text primary key, sha256 text not null, ' +
        'applied_at timestamptz not null default now())',
    )

    const landed = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migration',
    )
    const known = new Map(landed.rows.map((row) => [row.name, row.sha256]))
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const applied: string[] = []

    for (const name of names) {
      const sql = await readFile(join(folder, name), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      const before = known.get(name)
      if (before === sha256) continue
      if (before) throw new Error(`Migration ${name} was edited after it had been applied.`)

      await applyOne(client, name, sql, sha256)
      applied.push(name)
    }

    return applied
  } finally {
    await client.end()
  }
}

async function applyOne(client: pg.Client, name: string, sql: string, sha256: string) {
  await client.query('begin')

  try {
    await client.query(sql)
    await client.query('reset role; reset search_path')
    await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
