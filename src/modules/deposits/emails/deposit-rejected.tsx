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
  subject: 'Your deposit was rejected',
  element: (
    <MailLayout context={context} preview="We couldn’t confirm your deposit. See the reason.">
      <MailText>
        We couldn’t confirm your deposit, so nothing was credited to your account.
      </MailText>
      <MailFacts
        facts={[
          ['Amount', formatUsd(data.amount)],
          ['Plan', data.plan],
          ['Reason', data.reason],
        ]}
      />
      <MailText>If you did pay, contact us with the transaction ID of your payment.</MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Contact us</MailButton>
    </MailLayout>
  ),
})
