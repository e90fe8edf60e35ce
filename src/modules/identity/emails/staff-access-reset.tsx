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
    subject: own
      ? 'Your access to the back office was reset'
      : `The access of ${about} was reset on the server`,
    element: (
      <MailLayout context={context} preview="This was done on the server itself.">
        <MailText>
          {own
            ? 'An operator of the server ended your sessions and removed your password and ' +
              'second factors. Choose a new password with the link; it works once and for ' +
              'three days. Then set up a second factor.'
            : `An operator of the server removed the password and second factors of ${about} ` +
              'and mailed them a link to choose a new password.'}
        </MailText>
        <MailFacts
          facts={[
            ['Staff member', `${about}, ${role}`],
            ['When', formatUtcMinute(at)],
          ]}
        />
        <MailText>
          {own
            ? 'If you did not request this, don’t use the link, and contact the operator of the ' +
              'server now.'
            : 'If you did not expect this, contact them and the operator of the server now. An ' +
              'owner can suspend their access.'}
        </MailText>
        <MailButton href={own ? link : `${context.publicUrl}/admin-dashboard/staff`}>
          {own ? 'Choose a password' : 'View the staff'}
        </MailButton>
      </MailLayout>
    ),
  }
}
