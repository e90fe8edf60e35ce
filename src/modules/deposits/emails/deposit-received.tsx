import { type Coin, formatUsd } from '#lib/money.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import { formatCoinAmount } from '../model.ts'

export const mail: MailTemplate = (data, context) => {
  const coin = data.coin as Coin
  return {
    subject: 'We have your proof of payment',
    element: (
      <MailLayout context={context} preview="Your deposit waits for its payment to be confirmed.">
        <MailText>
          We have your proof of payment. We will confirm the deposit once the payment itself has
          arrived, and credit the amount that arrived.
        </MailText>
        <MailFacts
          facts={[
            ['Amount', formatUsd(BigInt(String(data.amount)))],
            ['To pay', `${formatCoinAmount(BigInt(String(data.coinAmount)), coin)} ${coin}`],
            ['Plan', String(data.plan)],
          ]}
        />
        {data.late === true && (
          <MailText>
            Your quote had ended when the proof was uploaded, so the payment is credited at the rate
            of that time, not at the quoted one.
          </MailText>
        )}
        <MailButton href={`${context.publicUrl}/dashboard/deposit-history`}>
          See your deposits
        </MailButton>
      </MailLayout>
    ),
  }
}
