import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailText } from '#ui/mail/mail-parts.tsx'
import type { EmptyMail, MailTemplate } from '#ui/mail/template.ts'

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'data-export-ready': EmptyMail
  }
}

export const mail: MailTemplate<'data-export-ready'> = (_data, context) => ({
  subject: 'Your data export is ready',
  element: (
    <MailLayout context={context} preview="You can download it for 7 days.">
      <MailText>
        The export of your data is ready. Log in to download it. The file is available for 7 days.
      </MailText>
      <MailButton href={`${context.publicUrl}/dashboard/user-profile`}>View profile</MailButton>
      <MailText>
        If you didn’t request this, change your password. You’ll be logged out on all other devices.
      </MailText>
    </MailLayout>
  ),
})
