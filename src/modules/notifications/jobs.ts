import type { App } from '#platform/app.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import type { MailRegistry } from '#ui/mail/template.ts'
import { deleteOldNotifications } from './commands/delete-old-notifications.ts'
import { sendQueuedMail } from './commands/send-mail.ts'

/** Returns the job that sends a queued mail with the templates that worker.ts has collected. */
export const sendMail = (templates: MailRegistry): JobDefinition<App> => ({
  name: 'send-mail',
  run: (app, payload) => sendQueuedMail(app, templates, String(payload.id)),
})

export const jobs: JobDefinition<App>[] = [
  {
    // A notification without a mail: open pages have to reload it too.
    name: 'notify-member',
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
