import type { Role } from '#lib/roles.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type StaffInvitedMail = {
  by: string
  role: Role
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'staff-invited': StaffInvitedMail
  }
}

export const mail: MailTemplate<'staff-invited'> = (data, context) => ({
  subject: `You’ve been invited to the ${context.brand} back office`,
  element: (
    <MailLayout forStaff context={context} preview="Set a password to get started.">
      <MailText>
        {data.by} invited you to the back office. Your role is {data.role}.
      </MailText>
      <MailButton href={data.link}>Set password</MailButton>
      <MailText>
        The link works once and expires in three days. To get a new one after that, use ‘Forgot
        Password’ on the staff login page. If you weren’t expecting this, contact {data.by}.
      </MailText>
    </MailLayout>
  ),
})
