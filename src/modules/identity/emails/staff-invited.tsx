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
  subject: `Your access to the back office of ${context.brand}`,
  element: (
    <MailLayout context={context} preview="Choose a password to begin.">
      <MailText>
        {data.by} gave you access to the back office, as {data.role}.
      </MailText>
      <MailButton href={data.link}>Choose a password</MailButton>
      <MailText>
        The link works once and for three days. After that, request a new one with ‘Forgot password’
        on the back office’s log-in page. If you did not expect this, contact the person above: the
        account cannot be used until a password is chosen with this link.
      </MailText>
    </MailLayout>
  ),
})
