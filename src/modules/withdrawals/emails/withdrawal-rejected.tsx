import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type WithdrawalRejectedMail = {
  withdrawalId: string
  amount: Cents
  reason: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'withdrawal-rejected': WithdrawalRejectedMail
  }
}

export const mail: MailTemplate<'withdrawal-rejected'> = (data, context) => ({
  subject: 'Your withdrawal was rejected',
  element: (
    <MailLayout
      context={context}
      preview={`${formatUsd(data.amount)} was returned to your account.`}
    >
      <MailText>
        We couldn’t pay your withdrawal. We returned the full amount to the balances and positions
        it came from. If a position can’t take its part back, that part is in your cash balance and
        we explain why in a separate email.
      </MailText>
      <MailFacts
        facts={[
          ['Amount', formatUsd(data.amount)],
          ['Reason', data.reason],
        ]}
      />
      <MailButton href={`${context.publicUrl}/dashboard`}>View dashboard</MailButton>
    </MailLayout>
  ),
})
