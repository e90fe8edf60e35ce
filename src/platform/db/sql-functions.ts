import type pg from 'pg'
import { buildDrop, type Existing, listExisting, resetGrants } from './database-objects.ts'
import { assertOneEach, deleteRemoved } from './function-changes.ts'
import {
  applyFile,
  createFailure,
  getObjectName,
  readApplied,
  runInOneTransaction,
  type SqlFile,
} from './sql-files.ts'

/** Dependencies that another file of the same run may still create. */
const MISSING = ['42P01', '42883', '42704', '42703']

/**
 * The errors for what `create or replace` can't change: the result or an argument of a function,
 * the columns of a view.
 */
const NOT_REPLACEABLE = ['42P13', '42P16']

const FUNCTIONS_LINE = /^-- functions: (.+)$/gm

/** The files of the functions that a schema file's triggers, defaults and generated columns use. */
export function findUsedFunctions(file: SqlFile, functions: SqlFile[]): SqlFile[] {
  const named = [...file.sql.matchAll(FUNCTIONS_LINE)].flatMap(([, list = '']) =>
    list.split(/,\s*/),
  )
  return named.map((name) => {
    const found = functions.find((one) => getObjectName(one) === name)
    if (found) return found
    throw new Error(
      `Migration ${file.name} uses the function ${name}, which has no file in db/functions.`,
    )
  })
}

/**
 * Applies what is new or changed, in any order that works: a file whose dependencies are missing is
 * tried again.
 */
export async function applyFunctions(client: pg.Client, functions: SqlFile[]): Promise<string[]> {
  return await runInOneTransaction(client, 'db/functions', async () => {
    const before = await listExisting(client)
    await deleteRemoved(client, functions, before)

    const pending = await listPending(client, functions)

    let waiting = pending

    while (waiting.length > 0) {
      const failed: { file: SqlFile; error: unknown }[] = []
      for (const file of waiting) {
        await client.query('savepoint one')

        try {
          await applyFunction(client, file, before)
          await client.query('release savepoint one')
        } catch (error) {
          if (!MISSING.includes((error as pg.DatabaseError).code ?? '')) throw error
          await client.query('rollback to savepoint one')
          failed.push({ file, error })
        }
      }

      const [first] = failed
      if (first && failed.length === waiting.length)
        throw createFailure(first.file.name, first.error)

      waiting = failed.map(({ file }) => file)
    }

    assertOneEach(pending, before, await listExisting(client))

    return pending.map(({ name }) => name)
  })
}

/**
 * Files that were never applied, have changed, or whose object was dropped by a schema file since.
 */
export async function listPending(client: pg.Client, functions: SqlFile[]): Promise<SqlFile[]> {
  const applied = await readApplied(client)
  const existing = new Set((await listExisting(client)).map(({ name }) => name))
  return functions.filter(
    (file) => applied.get(file.name) !== file.sha256 || !existing.has(getObjectName(file)),
  )
}

/** Applies the file of a function or view. Throws if it can't replace the existing one. */
export async function applyFunction(
  client: pg.Client,
  file: SqlFile,
  before: Existing[],
): Promise<void> {
  const existing = before.filter(({ name }) => name === getObjectName(file))
  try {
    for (const one of existing) await resetGrants(client, one)
    await applyFile(client, file)
  } catch (error) {
    const { code = '' } = error as pg.DatabaseError
    if (MISSING.includes(code)) throw error
    if (existing.length === 0 || !NOT_REPLACEABLE.includes(code))
      throw createFailure(file.name, error)
    throw new Error(
      `${file.name} can't replace what the database has: ${(error as Error).message}. ` +
        `Add a file to db/schema that drops it first: ${existing.map(buildDrop).join(' ')}`,
      { cause: error },
    )
  }
}
