import { type Day, formatDay } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type WithdrawalRulesMail = {
  effectiveFrom: Day
  /** What a withdrawal requires in addition. */
  added: readonly string[]
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'withdrawal-rules': WithdrawalRulesMail
  }
}

/** Goes to the members of a country, 30 days before a withdrawal requires more there. */
export const mail: MailTemplate<'withdrawal-rules'> = ({ effectiveFrom, added }, context) => ({
  subject: `Withdrawals require more from ${formatDay(effectiveFrom)}`,
  element: (
    <MailLayout context={context} preview="New rules for withdrawals in your country.">
      <MailText>
        From {formatDay(effectiveFrom)} the rules of your country require more before you withdraw.
        The current rules apply until then.
      </MailText>
      <MailFacts
        facts={[
          ['From', formatDay(effectiveFrom)],
          ['In addition', added.join(', ')],
        ]}
      />
      <MailText>Your checklist shows the new rules and what is left to do.</MailText>
      <MailButton href={`${context.publicUrl}/dashboard/eligibility`}>View checklist</MailButton>
    </MailLayout>
  ),
})
