import type pg from 'pg'

type Query = (...args: unknown[]) => unknown

/** Returns the statements that some work sends, BEGIN and COMMIT among them, in their order. */
export type CountStatements = (work: () => Promise<unknown>) => Promise<string[]>

/** Watches every connection that a pool opens from now on. */
export function watchStatements(pool: pg.Pool): CountStatements {
  const sent: string[] = []

  pool.on('connect', (client) => {
    const watched = client as unknown as { query: Query }
    const query = watched.query.bind(client)
    watched.query = (...args) => {
      sent.push(String(args[0]).replace(/\s+/g, ' ').trim())
      return query(...args)
    }
  })

  return async (work) => {
    sent.length = 0
    await work()
    return [...sent]
  }
}
