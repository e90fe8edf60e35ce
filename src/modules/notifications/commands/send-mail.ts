import { render, toPlainText } from '@react-email/render'
import { invariant } from '#lib/invariant.ts'
import type { App } from '#platform/app.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import type { Message } from '#platform/mail/mail.ts'
import type { MailContext, MailTemplates } from '#ui/mail/template.ts'
import { beginAttempt } from '../steps/begin-attempt.ts'
import { markSent } from '../steps/mark-sent.ts'
import { recordSendFailure } from '../steps/record-send-failure.ts'

/**
 * Renders a queued mail and sends it: once it has left, running again does nothing. Its three
 * transactions are short on purpose, since none may stay open while a mail server thinks. Open
 * pages of the member's read again: the act behind the mail has been committed, and what it tells
 * in the app can be seen.
 */
export async function sendQueuedMail(
  app: App,
  templates: MailTemplates,
  id: string,
): Promise<void> {
  const mail = await app.db.transaction().execute((tx) => beginAttempt(tx, id))
  if (!mail) return

  if (mail.member_id) app.events.publish(toMemberAudience(mail.member_id), 'notifications')

  try {
    const messageId = await app.mail.send(
      await renderMail(templates, buildMailContext(app, mail.recipient_name), mail),
    )
    await app.db.transaction().execute((tx) => markSent(tx, id, messageId, app.clock.now()))
    app.log.info({ mail: id, template: mail.template, messageId }, 'a mail left')
  } catch (error) {
    await app.db.transaction().execute((tx) => recordSendFailure(tx, id, String(error)))
    throw error
  }
}

const buildMailContext = (app: App, name: string | null): MailContext => ({
  operator: app.config.brand.name ?? app.config.OPERATOR_NAME,
  publicUrl: app.config.PUBLIC_URL,
  sandbox: app.config.MODE === 'sandbox',
  name: name ?? undefined,
})

type Mail = {
  id: string
  recipient: string
  recipient_name: string | null
  template: string
  data: Record<string, unknown>
}

async function renderMail(
  templates: MailTemplates,
  context: MailContext,
  mail: Mail,
): Promise<Message> {
  const template = templates[mail.template]
  invariant(template, `there is an emails/${mail.template}.tsx`)

  const { subject, element } = template(mail.data, context)
  const html = await render(element)

  return {
    id: mail.id,
    to: mail.recipient,
    ...(mail.recipient_name ? { name: mail.recipient_name } : {}),
    subject: context.sandbox ? `[Sandbox] ${subject}` : subject,
    html,
    text: toPlainText(html),
  }
}
