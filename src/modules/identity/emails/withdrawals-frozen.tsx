import { MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (_data, context) => ({
  subject: 'Your account is resting',
  element: (
    <MailLayout context={context} preview="All sessions were ended, and nobody can sign in.">
      <MailText>
        You told us that a change to your account was not yours. All sessions were ended, and nobody can sign
        in or withdraw until you have set a new password. Your balance is untouched.
      </MailText>
      <MailText>
        Set a new password by the link in our next mail, and look at your wallet addresses and requests
        afterwards. If anything there isn’t yours, please write to us.
      </MailText>
    </MailLayout>
  ),
})
