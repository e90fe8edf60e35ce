import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type StaffCompromisedMail = {
  name: string
  about: string
  at: Date
  own: boolean
  /** The address that sets a new password, in the mail to the staff member themselves. */
  link?: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'staff-compromised': StaffCompromisedMail
  }
}

/** Goes to all staff, after a staff member reported a compromised account. */
export const mail: MailTemplate<'staff-compromised'> = (data, context) => ({
  subject: data.own
    ? 'Your back office access is locked'
    : `${data.name} reported a compromised account`,
  element: (
    <MailLayout
      forStaff
      context={context}
      preview={
        data.own ? 'Set a new password to unlock it.' : 'Their back office access is locked.'
      }
    >
      <MailText>
        {data.own
          ? 'You reported activity that wasn’t yours, so we locked your access to ' +
            'the back office and logged you out everywhere. You can’t log in until you set ' +
            'a new password.'
          : `${data.name} used the ‘This wasn’t me’ link in an email. We logged them out ` +
            'everywhere. They can’t log in until they set a new password.'}
      </MailText>
      <MailFacts
        facts={[
          ['Reported email', data.about.replace(/-/g, ' ')],
          ['Time', formatUtcMinute(data.at)],
        ]}
      />
      <MailText>
        {data.own
          ? 'The link works once and expires in 30 minutes. Once you’ve logged in, check the ' +
            'audit log for actions under your name and report any you don’t recognise to an owner.'
          : 'Check the audit log for actions under their name, and the pending approvals.'}
      </MailText>
      {data.own ? (
        <MailButton href={data.link ?? `${context.publicUrl}/admin-forgot-password`}>
          Set a new password
        </MailButton>
      ) : (
        <MailButton href={`${context.publicUrl}/admin-dashboard/audit`}>View audit log</MailButton>
      )}
    </MailLayout>
  ),
})
