import { createId } from '#lib/ids.ts'
import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { toJsonText } from '#platform/http/json.ts'
import type { MonitoringTables } from '../tables.ts'

/** Cases opened in one run; the next run opens the rest. */
const BATCH = 200

/** Opens a case for each finding about a transaction to be decided. */
export async function openMonitoringCases(app: App): Promise<void> {
  const opened = await runInTransaction(app.db, async (tx) => {
    const tables = tx.withTables<MonitoringTables>()
    const due = await tables.selectFrom('monitoring_due').selectAll().limit(BATCH).execute()
    if (due.length === 0) return []

    const now = app.clock.now()
    const rows = await tables
      .insertInto('monitoring_case')
      .values(
        due.map(({ facts, ...finding }) => ({
          ...finding,
          id: createId('mon'),
          facts: toJsonText(facts) as never,
          opened_at: now,
          status: 'open' as const,
        })),
      )
      .onConflict((conflict) => conflict.columns(['subject_id', 'rule']).doNothing())
      .returning(['id', 'rule', 'member_id', 'subject_id'])
      .execute()

    for (const { id, rule, member_id: memberId, subject_id: transaction } of rows)
      await record(tx, now, systemActor, 'monitoring.case-opened', id, {
        rule,
        memberId,
        transaction,
      })

    return rows
  })

  if (opened.length > 0) app.events.publish(STAFF, 'monitoring')
}
