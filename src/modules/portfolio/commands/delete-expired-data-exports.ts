import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { discardFiles } from '#platform/files/discard-files.ts'
import { buildDataExportKey } from '../model.ts'
import type { PortfolioTables } from '../tables.ts'

/** Removes the files of members' own data whose seven days are over; answers how many. */
export async function deleteExpiredDataExports(app: App): Promise<number> {
  const gone = await runInTransaction(app.db, async (tx) => {
    const rows = await tx
      .withTables<PortfolioTables>()
      .updateTable('data_export')
      .set({ status: 'gone' })
      .where('status', '=', 'ready')
      .where('expires_at', '<=', app.clock.now())
      .returning('id')
      .execute()

    return rows.map(({ id }) => id)
  })

  await discardFiles(app, gone.map(buildDataExportKey))

  return gone.length
}
