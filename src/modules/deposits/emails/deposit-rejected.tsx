import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type DepositRejectedMail = {
  depositId: string
  plan: string
  amount: Cents
  reason: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'deposit-rejected': DepositRejectedMail
  }
}

export const mail: MailTemplate<'deposit-rejected'> = (data, context) => ({
  subject: 'Your deposit was not accepted',
  element: (
    <MailLayout context={context} preview="Nothing was credited; the reason is inside.">
      <MailText>We could not accept your deposit. Nothing was credited for it.</MailText>
      <MailFacts
        facts={[
          ['Amount', formatUsd(data.amount)],
          ['Plan', data.plan],
          ['Reason', data.reason],
        ]}
      />
      <MailText>
        If you did pay, please write to us with the transaction id of your payment.
      </MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Write to us</MailButton>
    </MailLayout>
  ),
})
