import { formatUtcMinute } from '#lib/dates.ts'
import { type Cents, formatUsd, toUsd } from '#lib/money.ts'
import { describeWithdrawalFee } from '#modules/settings/model.ts'
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

const formatFee = (fee: Cents) => describeWithdrawalFee({ withdrawalFee: toUsd(fee) })

/** Goes to every member, 30 days before a higher withdrawal fee or minimum applies. */
export const mail: MailTemplate<'fees-raised'> = (data, context) => ({
  subject: `Changes to ${data.method} withdrawal fees and minimums`,
  element: (
    <MailLayout context={context} preview={`From ${formatUtcMinute(data.effectiveFrom)}.`}>
      <MailText>
        The fee and minimum for {data.method} withdrawals change on{' '}
        {formatUtcMinute(data.effectiveFrom)}. The current fee and minimum apply to withdrawals you
        request before then.
      </MailText>
      <MailFacts
        facts={[
          ['Current fee', formatFee(data.feeBefore)],
          ['New fee', formatFee(data.fee)],
          ['Current minimum', formatUsd(data.minBefore)],
          ['New minimum', formatUsd(data.min)],
        ]}
      />
    </MailLayout>
  ),
})
