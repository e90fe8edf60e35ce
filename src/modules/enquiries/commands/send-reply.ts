import { createNotFoundError } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { type Enquiry, formatReference, LENGTHS, MAX_REPLIES, refusals } from '../model.ts'
import { listReplies, toEnquiry } from '../queries.ts'
import type { EnquiryTables } from '../tables.ts'

export type SendReply = {
  id: string
  message: string
  /** The number of replies that the staff member has read: a newer one is read first. */
  repliesRead: number
}

/**
 * Sends a reply by email to the writer of an enquiry, stores it in the thread and marks the enquiry
 * as answered. Throws `not_found` (404), `replied_meanwhile` (409) if another reply was sent since
 * the thread was read, and `too_many_replies` (409).
 */
export async function sendReply(
  app: Pick<App, 'db' | 'clock' | 'events' | 'jobs'>,
  admin: Staff,
  input: SendReply,
): Promise<Enquiry> {
  assertPermitted(admin, 'enquiry.mark')
  const message = input.message.trim()
  if (message === '' || message.length > LENGTHS.reply) throw refusals.noReply()

  const answered = await runInTransaction(app.db, async (tx) => {
    const enquiry = await lockEnquiry(tx, input.id)
    const replies = await listReplies(tx, enquiry.id)
    if (replies.length >= MAX_REPLIES) throw refusals.tooManyReplies()
    if (replies.length !== input.repliesRead) throw refusals.repliedMeanwhile()

    const now = app.clock.now()
    const reply = { id: createId('rpl'), message, sent_by: admin.id, sent_at: now }
    await tx
      .withTables<EnquiryTables>()
      .insertInto('enquiry_reply')
      .values({ ...reply, enquiry_id: enquiry.id })
      .execute()

    const row = await tx
      .withTables<EnquiryTables>()
      .updateTable('enquiry')
      .set({ state: 'answered', handled_at: now, handled_by: admin.id })
      .where('id', '=', enquiry.id)
      .returningAll()
      .executeTakeFirstOrThrow()

    await notify(tx, app, { to: enquiry.email, name: enquiry.name }, 'enquiry-reply', {
      reference: formatReference(enquiry),
      subject: enquiry.subject,
      reply: message,
      message: enquiry.message,
      receivedAt: enquiry.receivedAt,
    })
    await record(tx, now, admin, 'enquiry.replied', enquiry.id, { reply: reply.id })

    return toEnquiry(row)
  })

  app.events.publish(STAFF, 'enquiries')

  return answered
}

async function lockEnquiry(tx: Tx, id: string): Promise<Enquiry> {
  const row = await tx
    .withTables<EnquiryTables>()
    .selectFrom('enquiry')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw createNotFoundError('The message')

  return toEnquiry(row)
}
