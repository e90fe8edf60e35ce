import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type DepositReversedMail = {
  depositId: string
  plan: string
  credited: Cents
  /** The amount that was left in its position. */
  principal: Cents
  reason: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'deposit-reversed': DepositReversedMail
  }
}

export const mail: MailTemplate<'deposit-reversed'> = (data, context) => ({
  subject: 'Your deposit was reversed',
  element: (
    <MailLayout
      context={context}
      preview={`${formatUsd(data.credited)} was removed from your account.`}
    >
      <MailText>
        A deposit was credited to your account in error. Two members of our staff have reversed it
        and removed {formatUsd(data.credited)} from your account.
        {data.principal > 0n &&
          ` The position it opened in ${data.plan} is closed and no longer accrues a return.`}
      </MailText>
      <MailFacts
        facts={[
          ['Reversed', formatUsd(data.credited)],
          ...(data.principal > 0n
            ? [['Of which from your position', formatUsd(data.principal)] as [string, string]]
            : []),
          ['Plan', data.plan],
          ['Reason', data.reason],
        ]}
      />
      <MailText>
        Your statement shows both the credit and the reversal. If you did make this payment, contact
        us with its transaction ID.
      </MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Contact us</MailButton>
    </MailLayout>
  ),
})
