import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { EmptyMail, MailTemplate } from '#ui/mail/template.ts'

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'data-export-ready': EmptyMail
  }
}

export const mail: MailTemplate<'data-export-ready'> = (_data, context) => ({
  subject: 'Your data is ready',
  element: (
    <MailLayout context={context} preview="The file can be downloaded for 7 days.">
      <MailText>
        You requested the data that we store about you. It is one file. You can download it for 7
        days while you are logged in to your account.
      </MailText>
      <MailButton href={`${context.publicUrl}/dashboard/user-profile`}>Download it</MailButton>
      <MailText>If this was not you, change your password: it ends every other session.</MailText>
    </MailLayout>
  ),
})
