import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { EmptyMail, MailTemplate } from '#ui/mail/template.ts'

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'verification-refused': EmptyMail
  }
}

export const mail: MailTemplate<'verification-refused'> = (_data, context) => ({
  subject: 'We couldn’t verify your identity',
  element: (
    <MailLayout context={context} preview="Your balance hasn’t changed.">
      <MailText>
        We couldn’t verify your identity, so you may not be able to deposit, invest or withdraw.
        Your balance hasn’t changed. If you have one, contact us to ask how it can be paid out.
      </MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Contact us</MailButton>
    </MailLayout>
  ),
})
