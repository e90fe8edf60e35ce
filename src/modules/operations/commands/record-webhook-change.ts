import { systemActor } from '#modules/audit/model.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { listAlertWebhooks } from '../adapters/alert-webhooks.ts'
import type { OperationTables } from '../tables.ts'

/**
 * Records an audit event when the configured webhooks are not those of the last one. It names each
 * by its host and a fingerprint of its address, which is a secret.
 */
export async function recordWebhookChange(app: App): Promise<void> {
  const webhooks = listAlertWebhooks(app.config)
  const after = webhooks.map(({ host, id }) => `${host} (${id})`).join(', ') || 'none'

  await runInTransaction(app.db, async (tx) => {
    // The lock serialises workers that start at the same time.
    await tx
      .withTables<OperationTables>()
      .selectFrom('alert_watch')
      .select('single_row')
      .forUpdate()
      .execute()

    const [last] = await listAuditEvents(tx, { action: 'alert.webhooks-changed', limit: 1 })
    const before = last?.details.after ?? 'none'
    if (before === after) return

    await record(tx, app.clock.now(), systemActor, 'alert.webhooks-changed', 'alerts', {
      before,
      after,
    })
  })
}
