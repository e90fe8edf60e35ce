import { MailButton, MailCode, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your verification code',
  element: (
    <MailLayout context={context} preview="It works for ten minutes.">
      <MailText>
        Enter this code to verify your e-mail address. It works for ten minutes and five tries.
      </MailText>
      <MailCode>{String(data.code)}</MailCode>
      <MailText>Or verify it from here, within a day:</MailText>
      <MailButton href={String(data.link)}>Verify my e-mail address</MailButton>
      <MailText>
        If you have not signed up, someone has typed your address by mistake: nothing more happens
        unless the code or the link is used.
      </MailText>
    </MailLayout>
  ),
})
