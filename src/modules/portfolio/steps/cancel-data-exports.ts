import type { Tx } from '#platform/db/db.ts'
import { buildDataExportKey } from '../model.ts'
import type { PortfolioTables } from '../tables.ts'

/** Cancels all data exports of a member and returns the keys of their files for deletion. */
export async function cancelDataExports(tx: Tx, memberId: string): Promise<string[]> {
  const rows = await tx
    .withTables<PortfolioTables>()
    .updateTable('data_export')
    .set({ status: 'gone' })
    .where('member_id', '=', memberId)
    .where('status', '!=', 'gone')
    .returning('id')
    .execute()

  return rows.map(({ id }) => buildDataExportKey(id))
}
