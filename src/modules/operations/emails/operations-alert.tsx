import { formatUtcMinute } from '#lib/dates.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

const STATES = {
  raised: ['Alarm', 'This is told again each hour until somebody acknowledges it or it is over.'],
  again: ['Still', 'Nobody has acknowledged this yet, so it is told again each hour.'],
  over: ['Over', 'All has been well for five minutes. Nothing needs to be done about it now.'],
} as const

export const mail: MailTemplate = (data, context) => {
  const [word, text] = STATES[data.state as keyof typeof STATES] ?? STATES.raised
  const title = String(data.title)

  return {
    subject: `${word}: ${title}`,
    element: (
      <MailLayout context={context} preview={String(data.said)}>
        <MailText>{String(data.said)}</MailText>
        <MailFacts
          facts={[
            ['What', title],
            ['Since', formatUtcMinute(String(data.since))],
          ]}
        />
        <MailText>
          {text} What each alarm means and what to do stands in docs/operating/alerts.md.
        </MailText>
        <MailButton href={`${context.publicUrl}/admin-dashboard/jobs`}>
          Open the back office
        </MailButton>
      </MailLayout>
    ),
  }
}
