import type pg from 'pg'
import { buildDrop, type Existing } from './database-objects.ts'
import { getObjectName, readApplied, type SqlFile } from './sql-files.ts'

/**
 * A file that is gone leaves the list once the database has no such object; until then it is
 * refused.
 */
export async function deleteRemoved(
  client: pg.Client,
  functions: SqlFile[],
  before: Existing[],
): Promise<void> {
  const current = new Set(functions.map(({ name }) => name))
  const applied = [...(await readApplied(client)).keys()]

  for (const name of applied.filter((one) => one.startsWith('functions/') && !current.has(one))) {
    const remaining = before.filter(
      (one) => one.name === getObjectName({ name, sql: '', sha256: '' }),
    )
    if (remaining.length > 0)
      throw new Error(
        `${name} was removed, but the database still has it. Add a file to db/schema: ` +
          `${remaining.map(buildDrop).join(' ')}`,
      )

    await client.query('delete from migration where name = $1', [name])
  }
}

/**
 * Other arguments make a second function beside the previous one, which callers would still reach.
 */
export function assertOneEach(pending: SqlFile[], before: Existing[], after: Existing[]): void {
  for (const file of pending) {
    const found = after.filter(({ name }) => name === getObjectName(file))
    if (found.length === 0) throw new Error(`${file.name} doesn't create ${getObjectName(file)}.`)
    if (found.length === 1) continue

    const previous = before.filter(({ name }) => name === getObjectName(file))

    throw new Error(
      `${file.name} takes other arguments than the function that the database has, which would ` +
        `stay beside it. ` +
        `Add a file to db/schema that drops it: ${previous.map(buildDrop).join(' ')}`,
    )
  }
}
