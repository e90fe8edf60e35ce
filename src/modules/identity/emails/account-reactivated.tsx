import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { EmptyMail, MailTemplate } from '#ui/mail/template.ts'

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'account-reactivated': EmptyMail
  }
}

export const mail: MailTemplate<'account-reactivated'> = (_data, context) => ({
  subject: 'Your account is active again',
  element: (
    <MailLayout context={context} preview="The suspension has ended.">
      <MailText>
        The suspension of your account has ended. You can use all of its functions again.
      </MailText>
      <MailButton href={`${context.publicUrl}/dashboard`}>Open your dashboard</MailButton>
    </MailLayout>
  ),
})
