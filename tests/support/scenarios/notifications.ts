import { createElement } from 'react'
import { sendQueuedMail } from '#modules/notifications/commands/send-mail.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { MailTemplate } from '#ui/mail/template.ts'
import type { Scenario } from '../scenario.ts'

const letter: MailTemplate<'account-reactivated'> = () => ({
  subject: 'A letter',
  element: createElement('p', null, 'Hello.'),
})

export const scenarios: Scenario[] = [
  {
    command: 'notifications/send-mail',
    // Three short transactions around a mail server that may think for long: tried, and why it
    // failed; or left already.
    stages: [['public.outbox +1 -1']],
    prepare: async ({ app, ines }) => {
      const to = { to: ines.email, name: ines.firstName }
      const id = await app.db
        .transaction()
        .execute((tx) => notify(tx, app, to, 'account-reactivated', {}))
      return { run: (on) => sendQueuedMail(on, { 'account-reactivated': letter }, id) }
    },
  },
]
