import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely'
import type { Problem } from '#modules/integrity/model.ts'
import type { Reader } from '#platform/db/db.ts'
import type { TestDatabase } from './database.ts'

type Role = 'candor_app' | 'superuser'
/** What a tampering left: a reader of it, or why the database refused it. */
export type Tampered = { reader: Reader; refused: null } | { reader: null; refused: string }

/**
 * Runs statements as a role, then `read` on what they left, all in one transaction that is undone.
 * A superuser runs them with triggers off.
 */
export async function tamperAndUndo<Found>(
  database: TestDatabase,
  { as, statements }: { as: Role; statements: string },
  read: (tampered: Tampered) => Promise<Found>,
): Promise<Found> {
  const client = await database.pool.connect()
  // The pool's connections have the types that the queries rely on, and may become the superuser.
  const reader = new Kysely({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => ({
          query: client.query.bind(client) as PostgresPoolClient['query'],
          release: () => {},
        }),
        end: async () => {},
        options: {},
      },
    }),
  }) as unknown as Reader

  try {
    await client.query('set role none')
    await client.query('begin')
    await client.query(
      as === 'superuser'
        ? 'set local session_replication_role = replica'
        : 'set local role candor_app',
    )
    const refused = await client
      .query(`${statements}; set constraints all immediate`)
      .then(() => null)
      .catch((error: Error) => error.message)
    if (refused !== null) return await read({ reader: null, refused })

    await client.query('set local role none')
    await client.query('set local session_replication_role = origin')
    await client.query('set local role candor_app')
    return await read({ reader, refused: null })
  } finally {
    await client.query('rollback')
    await client.query('set role candor_app')
    client.release()
  }
}

/** Runs `read` on what a superuser's statements leave, and undoes them. */
export const runAndUndo = <Found>(
  database: TestDatabase,
  statements: string,
  read: (reader: Reader) => Promise<Found>,
): Promise<Found> =>
  tamperAndUndo(database, { as: 'superuser', statements }, ({ reader, refused }) => {
    if (!reader) throw new Error(`refused: ${refused}`)
    return read(reader)
  })

/** Lists what a check, as SQL, finds after a superuser's statements, which are undone. */
export const findTampered = (
  database: TestDatabase,
  statements: string,
  check: string,
): Promise<Problem[]> =>
  runAndUndo(
    database,
    statements,
    async (reader) => (await sql<Problem>`select * from ${sql.raw(check)}`.execute(reader)).rows,
  )
