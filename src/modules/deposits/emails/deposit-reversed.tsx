import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type DepositReversedMail = {
  depositId: string
  plan: string
  credited: Cents
  /** What was left in its position. */
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
      preview={`${formatUsd(data.credited)} was taken back; the reason is inside.`}
    >
      <MailText>
        A deposit had been credited to you by mistake. Two of our staff have reversed it:{' '}
        {formatUsd(data.credited)} was taken out of your account.
        {data.principal > 0n &&
          ` The position that it had opened in ${data.plan} has ended, and nothing accrues on it.`}
      </MailText>
      <MailFacts
        facts={[
          ['Taken back', formatUsd(data.credited)],
          ...(data.principal > 0n
            ? [['Of it, from your position', formatUsd(data.principal)] as [string, string]]
            : []),
          ['Plan', data.plan],
          ['Reason', data.reason],
        ]}
      />
      <MailText>
        Your statement shows the credit and its reversal. If you did make this payment, please write
        to us with its transaction id.
      </MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Write to us</MailButton>
    </MailLayout>
  ),
})
