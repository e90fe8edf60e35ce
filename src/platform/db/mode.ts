import { sql } from 'kysely'
import type pg from 'pg'
import type { Reader } from './db.ts'

type Mode = 'sandbox' | 'live'

/** Returns the mode that the database was made for; null before the migrator stamped it. */
export async function readMode(reader: Reader): Promise<Mode | null> {
  const { rows } = await sql<{ name: Mode }>`select name from mode`.execute(reader)
  return rows[0]?.name ?? null
}

/**
 * Throws unless the database was made for this mode. The first statement of each process: one of
 * the other mode writes nothing.
 */
export async function assertMode(reader: Reader, mode: Mode): Promise<void> {
  const found = await readMode(reader)
  if (found !== mode) throw createModeError(found, mode)
}

/** Throws if a database that has a mode has another one. Nothing is written. */
export async function assertSameMode(client: pg.Client, mode: Mode): Promise<void> {
  const { rows: tables } = await client.query("select to_regclass('public.mode') as found")
  if (tables[0]?.found === null) return

  const { rows } = await client.query<{ name: Mode }>('select name from mode')
  if (rows[0] && rows[0].name !== mode) throw createModeError(rows[0].name, mode)
}

/** Stamps the mode into a database that has none. */
export async function writeMode(client: pg.Client, mode: Mode): Promise<void> {
  await client.query(
    'insert into mode (name, stamped_at) values ($1, now()) on conflict do nothing',
    [mode],
  )
}

const createModeError = (found: Mode | null, mode: Mode) =>
  new Error(
    found === null
      ? 'The database has no mode yet: run npm run migrate first.'
      : `The database was made for MODE=${found}, and this process runs with MODE=${mode}. ` +
          'Nothing was changed. Set MODE, or use another database.',
  )
