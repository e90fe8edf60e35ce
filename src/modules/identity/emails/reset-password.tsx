import { MailButton, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Set a new password',
  element: (
    <MailLayout context={context} preview="The link works once, for half an hour.">
      <MailText>You, or someone who typed your address, asked for a new password.</MailText>
      <MailButton href={String(data.link)}>Set a new password</MailButton>
      <MailText>
        The link works once and for half an hour. All your sessions end when it is used. If you did
        not ask for it, you need not do anything: your password stays as it is.
      </MailText>
    </MailLayout>
  ),
})
