import { type Day, formatDay } from '#lib/dates.ts'
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
  subject: 'Your account has been suspended',
  element: (
    <MailLayout context={context} preview={`We’ll review this on ${formatDay(data.reviewOn)}.`}>
      <MailText>
        We’ve suspended your account. You can still log in and view all your data. We’ll still
        process withdrawals you’ve already requested, but you can’t make new requests while your
        account is suspended.
      </MailText>
      <MailFacts
        facts={[
          ['Reason', data.reason],
          ['Review date', formatDay(data.reviewOn)],
        ]}
      />
      <MailText>If you think this is a mistake, contact us.</MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Contact us</MailButton>
    </MailLayout>
  ),
})
