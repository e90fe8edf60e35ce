import { formatUtcMinute } from '#lib/dates.ts'
import type { Role } from '#lib/roles.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type StaffAccessResetMail = {
  about: string
  role: Role
  at: Date
  link?: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'staff-access-reset': StaffAccessResetMail
  }
}

/** Goes to the staff member with the link, and without it to all other staff. */
export const mail: MailTemplate<'staff-access-reset'> = (data, context) => {
  const { about, role, at, link } = data
  const own = link !== undefined

  return {
    subject: own ? 'Your back office access was reset' : `${about}’s back office access was reset`,
    element: (
      <MailLayout forStaff context={context} preview="This was done with access to the server.">
        <MailText>
          {own
            ? 'A server administrator removed your password and two-factor authentication (2FA) ' +
              'and logged you out everywhere. Set a new password with this link, which works ' +
              'once and expires in three days. Then set up 2FA again.'
            : `A server administrator removed ${about}’s password and two-factor ` +
              'authentication (2FA), and emailed them a link to set a new password.'}
        </MailText>
        <MailFacts
          facts={[
            ['Staff member', `${about}, ${role}`],
            ['Time', formatUtcMinute(at)],
          ]}
        />
        <MailText>
          {own
            ? 'If you didn’t request this, don’t use the link and contact your server ' +
              'administrator now.'
            : 'If you weren’t expecting this, contact them and your server administrator now. ' +
              'An owner can suspend their access.'}
        </MailText>
        <MailButton href={own ? link : `${context.publicUrl}/admin-dashboard/staff`}>
          {own ? 'Set password' : 'View staff'}
        </MailButton>
      </MailLayout>
    ),
  }
}
