import type { Tx } from '#platform/db/db.ts'
import type { MonitoringTables } from '../tables.ts'

/** Erases the figures and notes in the monitoring cases of a closed account; the decisions stay. */
export async function eraseMonitoringCases(tx: Tx, memberId: string, at: Date): Promise<void> {
  const tables = tx.withTables<MonitoringTables>()
  const rows = await tables
    .updateTable('monitoring_case')
    .set({ facts: '{}' as never, erased_at: at })
    .where('member_id', '=', memberId)
    .where('erased_at', 'is', null)
    .returning('id')
    .execute()
  if (rows.length === 0) return

  await tables
    .deleteFrom('monitoring_note')
    .where(
      'case_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}
