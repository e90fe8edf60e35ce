import { formatUtcMinute } from '#lib/dates.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your password was changed',
  element: (
    <MailLayout context={context} preview="If this was not you, press the button now.">
      <MailText>
        {data.reset
          ? 'A new password was set by the link that we mailed you. All sessions were ended.'
          : 'Your password was changed. All your other sessions were ended.'}
      </MailText>
      <MailFacts facts={[['When', formatUtcMinute(String(data.at))]]} />
      {data.frozen ? (
        <MailText>
          To keep your money safe, withdrawals rest for 24 hours after a reset. Your balance is
          untouched.
        </MailText>
      ) : null}
      <MailText>
        {data.staff
          ? 'If this was not you, press here at once: all sessions end, nothing opens the ' +
            'back office, and we mail you a link to a new password.'
          : 'If this was not you, press here at once: all sessions end, nobody can sign in or ' +
            'withdraw, and we mail you a link to a new password.'}
      </MailText>
      <MailButton href={String(data.link)}>This was not me</MailButton>
    </MailLayout>
  ),
})
