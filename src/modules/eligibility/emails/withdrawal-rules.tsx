import { type Day, formatDay } from '#lib/dates.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type WithdrawalRulesMail = {
  effectiveFrom: Day
  /** The requirements of a withdrawal that are new or changed. */
  added: readonly string[]
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'withdrawal-rules': WithdrawalRulesMail
  }
}

/**
 * Goes to the members of a country when rules that change what a withdrawal there requires are
 * published; in live at least 30 days ahead.
 */
export const mail: MailTemplate<'withdrawal-rules'> = ({ effectiveFrom, added }, context) => ({
  subject: `The rules for withdrawals change on ${formatDay(effectiveFrom)}`,
  element: (
    <MailLayout context={context} preview="New rules for withdrawals in your country.">
      <MailText>
        From {formatDay(effectiveFrom)} the rules of your country change what a withdrawal requires.
        The current rules apply until then.
      </MailText>
      <MailFacts
        facts={[
          ['From', formatDay(effectiveFrom)],
          ['New or changed', added.join(', ')],
        ]}
      />
      <MailText>Your checklist shows the new rules and what is left to do.</MailText>
      <MailButton href={`${context.publicUrl}/dashboard/eligibility`}>View checklist</MailButton>
    </MailLayout>
  ),
})
