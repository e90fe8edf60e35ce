import { MailLayout } from '#ui/mail/layout.tsx'
import { MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type WithdrawalsFrozenMail = {
  byStaff: boolean
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'withdrawals-frozen': WithdrawalsFrozenMail
  }
}

export const mail: MailTemplate<'withdrawals-frozen'> = (data, context) => ({
  subject: 'Your account is blocked',
  element: (
    <MailLayout context={context} preview="All sessions were ended, and sign-in is blocked.">
      <MailText>
        You reported a change to your account that was not yours. All sessions were ended, and
        sign-in and withdrawals are blocked until you have set a new password. Your balance is
        untouched.
      </MailText>
      <MailText>
        {data.byStaff
          ? 'This address belongs to another account now, so we could not restore it for your ' +
            'account, and we send no link to the address that your account uses at present. ' +
            'Please reply from this address: our staff will help you.'
          : 'Set a new password with the link in our next mail, and check your wallet ' +
            'addresses and requests afterwards. If you do not recognise something there, ' +
            'please write to us.'}
      </MailText>
    </MailLayout>
  ),
})
