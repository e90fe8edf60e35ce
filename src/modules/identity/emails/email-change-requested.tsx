import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type EmailChangeRequestedMail = {
  newEmail: string
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'email-change-requested': EmailChangeRequestedMail
  }
}

export const mail: MailTemplate<'email-change-requested'> = (data, context) => ({
  subject: 'Request to change your email address',
  element: (
    <MailLayout
      context={context}
      preview="Nothing has changed yet. If this wasn’t you, lock your account."
    >
      <MailText>
        We received a request to change your account’s email address to {data.newEmail}. Nothing has
        changed yet. We’ve sent a confirmation link to the new address.
      </MailText>
      <MailText>
        If this wasn’t you, lock your account now. We’ll cancel the change, log you out everywhere,
        pause withdrawals and email you a link to set a new password.
      </MailText>
      <MailButton href={data.link}>This wasn’t me</MailButton>
    </MailLayout>
  ),
})
