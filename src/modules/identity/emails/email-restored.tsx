import { MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your account uses this address again',
  element: (
    <MailLayout context={context} preview="All sessions were ended. Set a new password to go on.">
      <MailText>
        You told us that a change of your e-mail address was not yours. Your account uses{' '}
        {String(data.email)} again, all sessions were ended, and nobody can sign in or withdraw
        until you have set a new password.
      </MailText>
      <MailText>
        Set a new password by the link in our next mail, and look at your wallet addresses and
        requests afterwards. If anything there isn’t yours, please write to us.
      </MailText>
    </MailLayout>
  ),
})
