import type { TestDatabase } from './database.ts'

/** Lists the problems that the nightly check finds, all invariants of SQL together. */
export async function listIntegrityProblems({ owner }: TestDatabase): Promise<unknown[]> {
  return (await owner.query('select * from check_everything()')).rows
}
