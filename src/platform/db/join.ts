import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

let savepoints = 0

/**
 * Runs a nested transaction as a savepoint of the open one: it can fail alone, and commits with the
 * whole.
 */
async function runNested<Result>(tx: Tx, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  const name = sql.id(`part_${++savepoints}`)
  await sql`savepoint ${name}`.execute(tx)

  try {
    const result = await run(tx)
    await sql`release savepoint ${name}`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint ${name}`.execute(tx)
    throw error
  }
}

const JOINED = (tx: Tx) => ({
  execute: <Result>(run: (tx: Tx) => Promise<Result>) => runNested(tx, run),
  setIsolationLevel: () => JOINED(tx),
  setAccessMode: () => JOINED(tx),
})

const REWRAPPED = new Set<PropertyKey>(['withTables', 'withSchema', 'withPlugin', 'withoutPlugins'])

/** Returns a `Db` whose statements and transactions all run in the open transaction. */
export function joinTransaction(tx: Tx): Db {
  return new Proxy(tx, {
    get(target, name) {
      if (name === 'transaction') return () => JOINED(target)
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const bound = value.bind(target)
      return REWRAPPED.has(name) ? (...args: unknown[]) => joinTransaction(bound(...args)) : bound
    },
  }) as unknown as Db
}
