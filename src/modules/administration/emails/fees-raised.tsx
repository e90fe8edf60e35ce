import { formatUtcMinute } from '#lib/dates.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type FeesRaisedMail = {
  method: string
  feeBefore: Cents
  fee: Cents
  minBefore: Cents
  min: Cents
  effectiveFrom: Date
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'fees-raised': FeesRaisedMail
  }
}

/** Goes to every member, 30 days before a higher withdrawal fee or minimum applies. */
export const mail: MailTemplate<'fees-raised'> = (data, context) => ({
  subject: `Withdrawing by ${data.method}: a new fee or minimum from a later date`,
  element: (
    <MailLayout context={context} preview="Until then the present fee and minimum apply.">
      <MailText>
        The terms of withdrawals by {data.method} change on {formatUtcMinute(data.effectiveFrom)}. A
        withdrawal that you request before that costs the present fee.
      </MailText>
      <MailFacts
        facts={[
          ['Fee now', formatUsd(data.feeBefore)],
          ['Fee then', formatUsd(data.fee)],
          ['Minimum now', formatUsd(data.minBefore)],
          ['Minimum then', formatUsd(data.min)],
        ]}
      />
    </MailLayout>
  ),
})
