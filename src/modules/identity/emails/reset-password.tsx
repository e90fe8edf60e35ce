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
  subject: 'Set a new password',
  element: (
    <MailLayout context={context} preview="The link works once, for half an hour.">
      <MailText>A new password was requested for your account.</MailText>
      <MailButton href={data.link}>Set a new password</MailButton>
      <MailText>
        The link works once and for half an hour. All your sessions end when it is used. If you did
        not request it, ignore this mail: your password stays as it is.
      </MailText>
    </MailLayout>
  ),
})
