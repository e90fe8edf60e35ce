import { render, toPlainText } from '@react-email/render'
import { invariant } from '#lib/invariant.ts'
import { parseTypedJson } from '#lib/typed-json.ts'
import { getBrand } from '#modules/settings/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import type { Message } from '#platform/mail/mail-message.ts'
import type { MailContent, MailContext, MailRegistry } from '#ui/mail/template.ts'
import { beginAttempt } from '../steps/begin-attempt.ts'
import { markSent } from '../steps/mark-sent.ts'
import { recordSendFailure } from '../steps/record-send-failure.ts'

/**
 * Renders a queued mail and sends it; running it again after that does nothing. Each of its three
 * transactions is short, so that none stays open while the mail server responds. Publishes
 * `notifications` to the member, since the notification is visible from now on.
 */
export async function sendQueuedMail(app: App, templates: MailRegistry, id: string): Promise<void> {
  const mail = await runInTransaction(app.db, (tx) => beginAttempt(tx, id))
  if (!mail) return

  if (mail.member_id) app.events.publish(toMemberAudience(mail.member_id), 'notifications')

  try {
    const context = await readMailContext(app, mail.recipient_name)
    const messageId = await app.mail.send(await renderMail(templates, context, mail))

    await runInTransaction(app.db, (tx) => markSent(tx, id, messageId, app.clock.now()))
    app.log.info({ mail: id, template: mail.template, messageId }, 'mail sent')
  } catch (error) {
    await runInTransaction(app.db, (tx) => recordSendFailure(tx, id, String(error)))
    throw error
  }
}

async function readMailContext(app: App, name: string | null): Promise<MailContext> {
  const operator = await getSetting(app.db, app.config, 'operator')

  return {
    brand: getBrand(operator, app.config.brand),
    operator,
    publicUrl: app.config.PUBLIC_URL,
    sandbox: app.config.MODE === 'sandbox',
    name: name ?? undefined,
  }
}

type StoredMail = {
  id: string
  recipient: string
  recipient_name: string | null
  template: string
  data: unknown
}

/** `notify` checked the data against the template's type before it stored them. */
type StoredTemplate = (data: unknown, context: MailContext) => MailContent

async function renderMail(
  templates: MailRegistry,
  context: MailContext,
  mail: StoredMail,
): Promise<Message> {
  const template = (templates as Record<string, StoredTemplate | undefined>)[mail.template]
  invariant(template, `there is an emails/${mail.template}.tsx`)

  const { subject, element, replyTo } = template(parseTypedJson(mail.data), context)
  const html = await render(element)

  return {
    id: mail.id,
    to: mail.recipient,
    ...(mail.recipient_name ? { name: mail.recipient_name } : {}),
    ...(replyTo ? { replyTo } : {}),
    subject: context.sandbox ? `[Sandbox] ${subject}` : subject,
    html,
    text: toPlainText(html),
  }
}
