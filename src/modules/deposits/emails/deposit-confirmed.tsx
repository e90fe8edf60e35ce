import { type Currency, formatAmount, formatUsd } from '#lib/money.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => {
  const credited = BigInt(String(data.credited))
  const invested = BigInt(String(data.principal))
  const currency = data.receivedIn as Currency

  return {
    subject: 'Your deposit was confirmed',
    element: (
      <MailLayout
        context={context}
        preview={`${formatUsd(credited)} was credited to your account.`}
      >
        <MailText>Your payment has arrived and was credited to your account.</MailText>
        <MailFacts
          facts={[
            ['Received', `${formatAmount(BigInt(String(data.received)), currency)} ${currency}`],
            ['Credited', formatUsd(credited)],
            [`Invested in ${String(data.plan)}`, formatUsd(invested)],
            ['Added to cash', formatUsd(credited - invested)],
          ]}
        />
        {invested === 0n && (
          <MailText>
            The amount that arrived is below the plan’s minimum, so it stays cash. You can withdraw
            it at any time.
          </MailText>
        )}
        <MailText>
          A plan has a target return, not a promised one. It may not be reached, and you can lose
          what you have invested.
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>Open your overview</MailButton>
      </MailLayout>
    ),
  }
}
