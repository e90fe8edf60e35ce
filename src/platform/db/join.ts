import type { Db, Tx } from './db.ts'

const REWRAPPED = new Set<PropertyKey>(['withTables', 'withSchema', 'withPlugin', 'withoutPlugins'])

/**
 * Returns a `Db` whose statements and transactions all run in the open transaction. They are part
 * of it: after one has failed, the open transaction must be rolled back, to a savepoint before it
 * or as a whole. `hasFailed` says whether one has.
 */
export function joinTransaction(tx: Tx): { db: Db; hasFailed(): boolean } {
  let failed = false

  const runJoined = async <Result>(open: Tx, run: (tx: Tx) => Promise<Result>): Promise<Result> => {
    try {
      return await run(open)
    } catch (error) {
      failed = true
      throw error
    }
  }

  const createBuilder = (open: Tx) => ({
    execute: <Result>(run: (tx: Tx) => Promise<Result>) => runJoined(open, run),
    setIsolationLevel: () => createBuilder(open),
    setAccessMode: () => createBuilder(open),
  })

  const wrap = (open: Tx): Db =>
    new Proxy(open, {
      get(target, name) {
        if (name === 'transaction') return () => createBuilder(target)
        const value = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        const bound = value.bind(target)
        return REWRAPPED.has(name) ? (...args: unknown[]) => wrap(bound(...args)) : bound
      },
    }) as unknown as Db

  return { db: wrap(tx), hasFailed: () => failed }
}
