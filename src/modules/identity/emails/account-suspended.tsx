import { type Day, formatLongDay } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type AccountSuspendedMail = {
  reason: string
  reviewOn: Day
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'account-suspended': AccountSuspendedMail
  }
}

export const mail: MailTemplate<'account-suspended'> = (data, context) => ({
  subject: 'Your account is suspended',
  element: (
    <MailLayout context={context} preview="The reason and the review date are inside.">
      <MailText>
        Our staff has suspended your account. You can log in and read all your data. Withdrawals
        that you have requested are still processed; you cannot make new requests until the
        suspension ends.
      </MailText>
      <MailFacts
        facts={[
          ['Reason', data.reason],
          ['Review date', formatLongDay(data.reviewOn)],
        ]}
      />
      <MailText>If you don't agree, or can clear it up, please write to us.</MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Write to us</MailButton>
    </MailLayout>
  ),
})
