import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs.ts'
import type { MailTemplates } from '#ui/mail/template.ts'
import { sendQueuedMail } from './commands/send-mail.ts'

/** Every mail of the outbox, with the words that worker.ts has collected. */
export const sendMail = (templates: MailTemplates): JobDefinition<App> => ({
  name: 'send-mail',
  run: (app, payload) => sendQueuedMail(app, templates, String(payload.id)),
})
