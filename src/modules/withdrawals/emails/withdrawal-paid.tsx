import { type Coin, formatAmount, formatUsd } from '#lib/money.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => {
  const coin = data.coin as Coin
  return {
    subject: 'Your withdrawal was paid',
    element: (
      <MailLayout context={context} preview="The transaction is inside.">
        <MailText>Your withdrawal was paid.</MailText>
        <MailFacts
          facts={[
            ['Amount', formatUsd(BigInt(String(data.amount)))],
            ['Fee', formatUsd(BigInt(String(data.fee)))],
            ['Sent', `${formatAmount(BigInt(String(data.coinAmount)), coin)} ${coin}`],
            ['Address', String(data.address)],
            ['Transaction', String(data.txid)],
          ]}
        />
        <MailButton href={`${context.publicUrl}/dashboard/withdraw-history`}>
          See your withdrawals
        </MailButton>
      </MailLayout>
    ),
  }
}
