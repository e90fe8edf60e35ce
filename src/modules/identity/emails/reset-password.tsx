import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type ResetPasswordMail = {
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'reset-password': ResetPasswordMail
  }
}

export const mail: MailTemplate<'reset-password'> = (data, context) => ({
  subject: 'Reset your password',
  element: (
    <MailLayout context={context} preview="The link works once and expires in 30 minutes.">
      <MailText>We received a request to reset the password for your account.</MailText>
      <MailButton href={data.link}>Reset password</MailButton>
      <MailText>
        The link works once and expires in 30 minutes. You’ll be logged out everywhere when you use
        it. If you didn’t request this, ignore this email and your password won’t change.
      </MailText>
    </MailLayout>
  ),
})
