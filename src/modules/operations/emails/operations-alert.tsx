import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import { ALERT_STATES } from '../model.ts'

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

const TEXTS: Record<OperationsAlertMail['state'], string> = {
  raised: 'We repeat this alert every hour until it is acknowledged or resolved.',
  again: 'This alert hasn’t been acknowledged. We repeat it every hour.',
  over: 'The check has passed for five minutes. No action is needed.',
}

export const mail: MailTemplate<'operations-alert'> = (data, context) => {
  const { title, message, state, since } = data
  const [label, text] = [ALERT_STATES[state], TEXTS[state]]

  return {
    subject: `${label}: ${title}`,
    element: (
      <MailLayout forStaff context={context} preview={message}>
        <MailText>{message}</MailText>
        <MailFacts
          facts={[
            ['Alert', title],
            ['Since', formatUtcMinute(since)],
          ]}
        />
        <MailText>{text} See docs/operating/alerts.md for how to respond.</MailText>
        <MailButton href={`${context.publicUrl}/admin-dashboard/jobs`}>
          View jobs and alerts
        </MailButton>
      </MailLayout>
    ),
  }
}
