import { MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your account is resting',
  element: (
    <MailLayout context={context} preview="All sessions were ended, and nobody can sign in.">
      <MailText>
        You told us that a change to your account was not yours. All sessions were ended, and nobody
        can sign in or withdraw until you have set a new password. Your balance is untouched.
      </MailText>
      <MailText>
        {data.byStaff
          ? 'This address belongs to another account by now, so we could not give it back to ' +
            'yours, and we send no link to the address that your account has at present. ' +
            'Please write to us from here: our staff will help you.'
          : 'Set a new password by the link in our next mail, and look at your wallet ' +
            'addresses and requests afterwards. If anything there isn’t yours, please write ' +
            'to us.'}
      </MailText>
    </MailLayout>
  ),
})
