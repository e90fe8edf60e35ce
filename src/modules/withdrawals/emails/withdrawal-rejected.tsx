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
    <MailLayout context={context} preview="The amount is back in your account.">
      <MailText>
        We could not pay your withdrawal. The whole amount was returned to your account: to the
        balances and positions it came from, or to your cash where a position cannot take it back.
        In that case a separate mail gives the amount and the reason.
      </MailText>
      <MailFacts
        facts={[
          ['Amount', formatUsd(data.amount)],
          ['Reason', data.reason],
        ]}
      />
      <MailButton href={`${context.publicUrl}/dashboard`}>Open your overview</MailButton>
    </MailLayout>
  ),
})
