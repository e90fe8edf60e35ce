import { formatLongDay } from '#lib/dates.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your account is suspended',
  element: (
    <MailLayout context={context} preview="The reason is inside, and when we look at it again.">
      <MailText>
        Our staff has suspended your account. You can log in and read everything that is yours.
        Withdrawals that you have asked for are still decided; nothing new can be asked for until
        the suspension ends.
      </MailText>
      <MailFacts
        facts={[
          ['Reason', String(data.reason)],
          ['We look at it again on', formatLongDay(String(data.reviewOn))],
        ]}
      />
      <MailText>If you don't agree, or can clear it up, please write to us.</MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Write to us</MailButton>
    </MailLayout>
  ),
})
