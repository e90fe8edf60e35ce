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
  subject: 'The payment of your withdrawal was reversed',
  element: (
    <MailLayout context={context} preview={`${formatUsd(data.amount)} is back in your account.`}>
      <MailText>
        A withdrawal of yours had been marked as paid. Two of our staff have reversed that: the
        whole amount, with its fee, is back in your {data.source === 'profit' ? 'profit' : 'cash'}.
        You can withdraw it again.
      </MailText>
      <MailFacts
        facts={[
          ['Amount', formatUsd(data.amount)],
          ['Reason', data.reason],
        ]}
      />
      <MailText>If the payment did reach you, please write to us.</MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Write to us</MailButton>
    </MailLayout>
  ),
})
