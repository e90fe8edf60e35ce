import { MailButton, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (_data, context) => ({
  subject: 'Your account is active again',
  element: (
    <MailLayout context={context} preview="The suspension has ended.">
      <MailText>
        The suspension of your account has ended. Everything is as it was before, and you can do
        everything again.
      </MailText>
      <MailButton href={`${context.publicUrl}/dashboard`}>Open your dashboard</MailButton>
    </MailLayout>
  ),
})
