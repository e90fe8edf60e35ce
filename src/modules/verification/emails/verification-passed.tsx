import { type Day, formatDay } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type VerificationPassedMail = { level: string; expiresOn: Day }

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'verification-passed': VerificationPassedMail
  }
}

export const mail: MailTemplate<'verification-passed'> = ({ level, expiresOn }, context) => ({
  subject: 'Your identity is verified',
  element: (
    <MailLayout context={context} preview="There is nothing else to do for now.">
      <MailText>We’ve checked your documents. There is nothing else to do for now.</MailText>
      <MailFacts
        facts={[
          ['Level', level],
          ['Renew before', formatDay(expiresOn)],
        ]}
      />
      <MailButton href={`${context.publicUrl}/dashboard/verification`}>
        See your verification
      </MailButton>
    </MailLayout>
  ),
})
