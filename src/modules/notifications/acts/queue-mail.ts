import { newId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { jsonText } from '#platform/json.ts'
import type { Recipient } from '../model.ts'
import type { NotificationTables } from '../tables.ts'

/**
 * Queues a mail that is sent if and when this transaction commits. Data is kept as JSON, amounts as text; a one-time
 * code goes under `code` and a one-time address under `link`, which are cut out once it is sent.
 */
export async function notify(
  tx: Tx,
  app: Pick<App, 'clock' | 'jobs'>,
  recipient: Recipient,
  template: string,
  data: Record<string, unknown> = {},
): Promise<string> {
  const id = newId('mail')
  await tx
    .withTables<NotificationTables>()
    .insertInto('outbox')
    .values({
      id,
      member_id: recipient.memberId ?? null,
      recipient: recipient.to,
      recipient_name: recipient.name ?? null,
      template,
      data: jsonText(data),
      queued_at: app.clock.now(),
      attempts: 0,
    })
    .execute()
  await app.jobs.enqueue(tx, 'send-mail', { id })
  return id
}
