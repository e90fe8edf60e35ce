import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { EmptyMail, MailTemplate } from '#ui/mail/template.ts'

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'address-claimed': EmptyMail
  }
}

export const mail: MailTemplate<'address-claimed'> = (_data, context) => ({
  subject: 'Someone tried to use your email address',
  element: (
    <MailLayout context={context} preview="Nothing has changed.">
      <MailText>
        Someone (maybe you) tried to use this email address for another account. Your account
        already uses it, so nothing has changed. No information about your account was disclosed.
      </MailText>
      <MailText>
        If you have two accounts, close one of them first. Otherwise no action is needed.
      </MailText>
      <MailButton href={`${context.publicUrl}/login`}>Log in</MailButton>
    </MailLayout>
  ),
})
