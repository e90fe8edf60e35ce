import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type StaffCompromisedMail = {
  name: string
  about: string
  at: Date
  own: boolean
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'staff-compromised': StaffCompromisedMail
  }
}

/** Goes to all staff, after a staff member reported a compromised account. */
export const mail: MailTemplate<'staff-compromised'> = (data, context) => ({
  subject: data.own ? 'Your access is blocked' : 'A staff member reported a compromised account',
  element: (
    <MailLayout
      context={context}
      preview="All their sessions were ended, and their access is blocked."
    >
      <MailText>
        {data.own
          ? 'You reported a change or sign-in that was not yours. All your sessions were ' +
            'ended, and your access to the back office is blocked until you have set a new ' +
            'password with the link in our next mail.'
          : `${data.name} pressed ‘This was not me’ in a mail. All their sessions were ended, ` +
            'and their access to the back office is blocked until they have set a new password.'}
      </MailText>
      <MailFacts
        facts={[
          ['The mail was about', data.about.replace(/-/g, ' ')],
          ['When', formatUtcMinute(data.at)],
        ]}
      />
      <MailText>
        {data.own
          ? 'Check afterwards what was done in your name, and report to an owner what you do ' +
            'not recognise.'
          : 'Check what was done in their name since, and the pending approvals.'}
      </MailText>
      <MailButton href={`${context.publicUrl}/admin-dashboard/audit`}>
        View the audit log
      </MailButton>
    </MailLayout>
  ),
})
