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
    <MailLayout context={context} preview="Your balance is as it was. Contact us with questions.">
      <MailText>
        We couldn’t verify your identity, so some things aren’t possible in your account. Your
        balance is as it was.
      </MailText>
      <MailText>Contact us if you have a question.</MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Contact us</MailButton>
    </MailLayout>
  ),
})
