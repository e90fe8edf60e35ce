import type { App } from '#platform/app.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import type { MailTemplates } from '#ui/mail/template.ts'
import { deleteOldNotifications } from './commands/delete-old-notifications.ts'
import { sendQueuedMail } from './commands/send-mail.ts'

/** Every mail of the outbox, with the words that worker.ts has collected. */
export const sendMail = (templates: MailTemplates): JobDefinition<App> => ({
  name: 'send-mail',
  run: (app, payload) => sendQueuedMail(app, templates, String(payload.id)),
})

export const jobs: JobDefinition<App>[] = [
  {
    name: 'tell-member', // a notice without a mail: open pages read again all the same
    run: async (app, payload) =>
      app.events.publish(toMemberAudience(String(payload.memberId)), 'notifications'),
  },
  {
    name: 'notifications-drop-old',
    cron: '40 3 * * *',
    run: async (app) => {
      await deleteOldNotifications(app)
    },
  },
]
