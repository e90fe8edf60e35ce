import type { Tx } from '#platform/db/db.ts'
import { buildDataExportKey } from '../model.ts'
import type { PortfolioTables } from '../tables.ts'

/**
 * Ends the dossiers of a member whatever state they are in; answers where their files rest, which
 * the caller removes.
 */
export async function cancelDataExports(tx: Tx, memberId: string): Promise<string[]> {
  const rows = await tx
    .withTables<PortfolioTables>()
    .updateTable('dossier')
    .set({ status: 'gone' })
    .where('member_id', '=', memberId)
    .where('status', '!=', 'gone')
    .returning('id')
    .execute()

  return rows.map(({ id }) => buildDataExportKey(id))
}
