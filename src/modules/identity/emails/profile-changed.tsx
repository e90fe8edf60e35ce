import { MailButton, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your profile was changed',
  element: (
    <MailLayout context={context} preview="See what it says now.">
      <MailText>What changed: {[data.fields].flat().join(', ')}.</MailText>
      <MailText>If this was not you, change your password: it ends every other session.</MailText>
      <MailButton href={`${context.publicUrl}/dashboard/user-profile`}>See your profile</MailButton>
    </MailLayout>
  ),
})
