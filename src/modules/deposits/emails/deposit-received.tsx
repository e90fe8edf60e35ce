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
          arrived; what arrives is what is credited.
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
            The time of your quote was over when the proof came, so what arrives is credited at the
            rate of that moment, not at the quoted one.
          </MailText>
        )}
        <MailButton href={`${context.publicUrl}/dashboard/deposit-history`}>
          See your deposits
        </MailButton>
      </MailLayout>
    ),
  }
}
