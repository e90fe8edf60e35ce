import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import type { Source } from '../model.ts'

export type WithdrawalReversedMail = {
  withdrawalId: string
  amount: Cents
  source: Source
  reason: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'withdrawal-reversed': WithdrawalReversedMail
  }
}

export const mail: MailTemplate<'withdrawal-reversed'> = (data, context) => ({
  subject: 'Your withdrawal payment was reversed',
  element: (
    <MailLayout
      context={context}
      preview={`${formatUsd(data.amount)} was returned to your account.`}
    >
      <MailText>
        One of your withdrawals was marked as paid in error. Two members of our staff have reversed
        it. The full amount, including the fee, is back in your{' '}
        {data.source === 'profit' ? 'profit' : 'cash balance'}, and you can withdraw it again.
      </MailText>
      <MailFacts
        facts={[
          ['Amount', formatUsd(data.amount)],
          ['Reason', data.reason],
        ]}
      />
      <MailText>If you did receive the payment, contact us.</MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Contact us</MailButton>
    </MailLayout>
  ),
})
