import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type EmailChangedMail = {
  newEmail: string
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'email-changed': EmailChangedMail
  }
}

export const mail: MailTemplate<'email-changed'> = (data, context) => ({
  subject: 'Your email address was changed',
  element: (
    <MailLayout context={context} preview="If this wasn’t you, lock your account now.">
      <MailText>
        Your account’s email address is now {data.newEmail}. This is the last email we’ll send to
        this address. For your security, withdrawals are paused for 24 hours.
      </MailText>
      <MailText>
        If this wasn’t you, lock your account within three days. We’ll restore this address, log you
        out everywhere, pause withdrawals and email you a link to set a new password.
      </MailText>
      <MailButton href={data.link}>This wasn’t me</MailButton>
    </MailLayout>
  ),
})
