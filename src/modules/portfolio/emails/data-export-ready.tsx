import { MailButton, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (_data, context) => ({
  subject: 'Your data is ready',
  element: (
    <MailLayout context={context} preview="The file can be downloaded for 7 days.">
      <MailText>
        You asked for the data that we keep of you. It is one file, which can be downloaded for 7
        days by whoever is logged in to your account.
      </MailText>
      <MailButton href={`${context.publicUrl}/dashboard/user-profile`}>Download it</MailButton>
      <MailText>If this was not you, change your password: it ends every other session.</MailText>
    </MailLayout>
  ),
})
