import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type OperationsAlertMail = {
  source: string
  title: string
  message: string
  state: 'raised' | 'again' | 'over'
  since: Date
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'operations-alert': OperationsAlertMail
  }
}

const STATES = {
  raised: ['Alert', 'This alert is repeated each hour until it is acknowledged or resolved.'],
  again: ['Still', 'This alert is not acknowledged yet, so it is repeated each hour.'],
  over: ['Resolved', 'The check has passed for five minutes. No action is needed.'],
} as const satisfies Record<OperationsAlertMail['state'], readonly [string, string]>

export const mail: MailTemplate<'operations-alert'> = (data, context) => {
  const { title, message, state, since } = data
  const [label, text] = STATES[state]

  return {
    subject: `${label}: ${title}`,
    element: (
      <MailLayout context={context} preview={message}>
        <MailText>{message}</MailText>
        <MailFacts
          facts={[
            ['Alert', title],
            ['Since', formatUtcMinute(since)],
          ]}
        />
        <MailText>
          {text} docs/operating/alerts.md describes each alert and how to respond to it.
        </MailText>
        <MailButton href={`${context.publicUrl}/admin-dashboard/jobs`}>
          Open the back office
        </MailButton>
      </MailLayout>
    ),
  }
}
