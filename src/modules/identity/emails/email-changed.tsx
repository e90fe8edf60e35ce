import { MailButton, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your e-mail address was changed',
  element: (
    <MailLayout context={context} preview="If this was not you, take your account back here.">
      <MailText>
        Your account uses {String(data.newEmail)} now; this is the last mail to this address. To
        keep your money safe, withdrawals rest for 24 hours. Your balance is untouched.
      </MailText>
      <MailText>
        If this was not you, press here within three days: the account uses this address again, all
        sessions end, and we mail you a link to a new password.
      </MailText>
      <MailButton href={String(data.link)}>This was not me</MailButton>
    </MailLayout>
  ),
})
