import { formatUtcMinute } from '#lib/dates.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type WithdrawalRequestedMail = {
  withdrawalId: string
  amount: Cents
  fee: Cents
  address: string
  payableFrom: Date | null
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'withdrawal-requested': WithdrawalRequestedMail
  }
}

export const mail: MailTemplate<'withdrawal-requested'> = (data, context) => {
  const { amount, fee, address, payableFrom } = data

  return {
    subject: 'We’ve received your withdrawal request',
    element: (
      <MailLayout context={context} preview="You can cancel it while it’s pending.">
        <MailText>
          We’ve received your withdrawal request and reserved the amount. You can cancel the request
          while it’s pending.
        </MailText>
        <MailText>
          If you cancel, any part taken from a position returns to it. If that plan has since
          recorded a loss or closed, or the term has ended, the part stays in your cash balance.
          What it had accrued until it was withdrawn still becomes due at maturity.
        </MailText>
        <MailFacts
          facts={[
            ['Amount', formatUsd(amount)],
            ['Fee', formatUsd(fee)],
            ['You receive', formatUsd(amount - fee)],
            ['Withdrawal address', address],
          ]}
        />
        {payableFrom && (
          <MailText>
            The withdrawal address is new, so we can’t pay this request before{' '}
            {formatUtcMinute(payableFrom)}.
          </MailText>
        )}
        <MailText>If this wasn’t you, change your password and contact us immediately.</MailText>
        <MailButton href={`${context.publicUrl}/dashboard/withdraw-history`}>
          View withdrawals
        </MailButton>
      </MailLayout>
    ),
  }
}
