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
    <MailLayout context={context} preview={`It ends on ${formatDay(expiresOn)}.`}>
      <MailText>
        Your identity verification ends soon. Renew it before that day, so that you can go on
        without a break.
      </MailText>
      <MailFacts
        facts={[
          ['Level', level],
          ['Ends on', formatDay(expiresOn)],
        ]}
      />
      <MailButton href={`${context.publicUrl}/dashboard/verification`}>Renew</MailButton>
    </MailLayout>
  ),
})
