import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { EmptyMail, MailTemplate } from '#ui/mail/template.ts'

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'account-reactivated': EmptyMail
  }
}

export const mail: MailTemplate<'account-reactivated'> = (_data, context) => ({
  subject: 'Your account has been reactivated',
  element: (
    <MailLayout context={context} preview="Your account is no longer suspended.">
      <MailText>Your account is no longer suspended. You can use it as before.</MailText>
      <MailButton href={`${context.publicUrl}/dashboard`}>View dashboard</MailButton>
    </MailLayout>
  ),
})
