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
    <MailLayout context={context} preview="If this was not you, press the button now.">
      <MailText>
        {data.reset
          ? 'A new password was set with the link that we mailed you. All sessions were ended.'
          : 'Your password was changed. All your other sessions were ended.'}
      </MailText>
      <MailFacts facts={[['When', formatUtcMinute(data.at)]]} />
      {data.frozen ? (
        <MailText>
          To protect your money, withdrawals are paused for 24 hours after a reset. Your balance is
          untouched.
        </MailText>
      ) : null}
      <MailText>
        {data.staff
          ? 'If this was not you, press the button at once: all sessions end, your access to ' +
            'the back office is blocked, and we mail you a link to set a new password.'
          : 'If this was not you, press the button at once: all sessions end, sign-in and ' +
            'withdrawals are blocked, and we mail you a link to set a new password.'}
      </MailText>
      <MailButton href={data.link}>This was not me</MailButton>
    </MailLayout>
  ),
})
