import { MailLayout } from '#ui/mail/layout.tsx'
import { MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type EmailRestoredMail = {
  email: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'email-restored': EmailRestoredMail
  }
}

export const mail: MailTemplate<'email-restored'> = (data, context) => ({
  subject: 'Your account uses this address again',
  element: (
    <MailLayout
      context={context}
      preview="All sessions were ended. Set a new password to continue."
    >
      <MailText>
        {'You reported that you did not change your e-mail address. Your account uses ' +
          `${data.email} again, all sessions were ended, and sign-in and withdrawals are blocked ` +
          'until you have set a new password.'}
      </MailText>
      <MailText>
        Set a new password with the link in our next mail, and check your wallet addresses and
        requests afterwards. If you do not recognise something there, please write to us.
      </MailText>
    </MailLayout>
  ),
})
