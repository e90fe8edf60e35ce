import { type Coin, formatAmount, formatUsd } from '#lib/money.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => {
  const coin = data.coin as Coin
  return {
    subject: 'Your withdrawal was approved',
    element: (
      <MailLayout context={context} preview="It is being paid.">
        <MailText>
          Your withdrawal was approved and is being paid. What you receive is fixed now.
        </MailText>
        <MailFacts
          facts={[
            ['Amount', formatUsd(BigInt(String(data.amount)))],
            ['Fee', formatUsd(BigInt(String(data.fee)))],
            ['You receive', `${formatAmount(BigInt(String(data.coinAmount)), coin)} ${coin}`],
            ['Address', String(data.address)],
          ]}
        />
        <MailButton href={`${context.publicUrl}/dashboard/withdraw-history`}>
          See your withdrawals
        </MailButton>
      </MailLayout>
    ),
  }
}
