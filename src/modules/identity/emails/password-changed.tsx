import { formatUtcMinute } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type PasswordChangedMail = {
  reset: boolean
  frozen: boolean
  staff: boolean
  at: Date
  link: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'password-changed': PasswordChangedMail
  }
}

export const mail: MailTemplate<'password-changed'> = (data, context) => ({
  subject: 'Your password was changed',
  element: (
    <MailLayout context={context} preview="If this wasn’t you, lock your account now.">
      <MailText>
        {data.reset
          ? 'Your password was reset using the link we emailed you. ' +
            'You’ve been logged out everywhere.'
          : 'Your password was changed. You’ve been logged out on all other devices.'}
      </MailText>
      <MailFacts facts={[['Time', formatUtcMinute(data.at)]]} />
      {data.frozen ? (
        <MailText>
          For your security, withdrawals are paused for 24 hours after a password reset.
        </MailText>
      ) : null}
      <MailText>
        {data.staff
          ? 'If this wasn’t you, lock your access to the back office now. We’ll log you out ' +
            'everywhere and email you a link to set a new password.'
          : 'If this wasn’t you, lock your account now. We’ll log you out everywhere, pause ' +
            'withdrawals and email you a link to set a new password.'}
      </MailText>
      <MailButton href={data.link}>This wasn’t me</MailButton>
    </MailLayout>
  ),
})
