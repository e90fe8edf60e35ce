import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type ConfirmNewEmailMail = {
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'confirm-new-email': ConfirmNewEmailMail
  }
}

export const mail: MailTemplate<'confirm-new-email'> = (data, context) => ({
  subject: 'Confirm your new email address',
  element: (
    <MailLayout context={context} preview="The link works once and expires in 30 minutes.">
      <MailText>
        You asked to change your account’s email address to this one. Confirm it within 30 minutes.
        The link works once.
      </MailText>
      <MailButton href={data.link}>Confirm email address</MailButton>
      <MailText>
        For your security, withdrawals are paused for 24 hours after the change. If you didn’t
        request this, ignore this email and nothing will change.
      </MailText>
    </MailLayout>
  ),
})
