import { type Day, formatDay } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type VerificationExpiringMail = { level: string; expiresOn: Day }

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'verification-expiring': VerificationExpiringMail
  }
}

export const mail: MailTemplate<'verification-expiring'> = ({ level, expiresOn }, context) => ({
  subject: 'Please renew your identity verification',
  element: (
    <MailLayout context={context} preview={`Renew it before ${formatDay(expiresOn)}.`}>
      <MailText>
        Your identity verification ends soon. Renew it before the day below, so that deposits and
        withdrawals aren’t interrupted.
      </MailText>
      <MailFacts
        facts={[
          ['Level', level],
          ['Renew before', formatDay(expiresOn)],
        ]}
      />
      <MailButton href={`${context.publicUrl}/dashboard/verification`}>Renew</MailButton>
    </MailLayout>
  ),
})
