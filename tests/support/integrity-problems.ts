import type { TestDatabase } from './database.ts'

/** What the look of every night finds wrong with the books, all invariants of SQL together. */
export async function listIntegrityProblems({ owner }: TestDatabase): Promise<unknown[]> {
  return (await owner.query('select * from check_everything()')).rows
}
