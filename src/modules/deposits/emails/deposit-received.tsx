import { type Cents, type Coin, type CoinUnits, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import { formatCoinAmount } from '../model.ts'

export type DepositReceivedMail = {
  depositId: string
  plan: string
  amount: Cents
  coin: Coin
  coinAmount: CoinUnits
  late: boolean
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'deposit-received': DepositReceivedMail
  }
}

export const mail: MailTemplate<'deposit-received'> = (data, context) => {
  const { coin } = data

  return {
    subject: 'We have your proof of payment',
    element: (
      <MailLayout
        context={context}
        preview="We will confirm your deposit when the payment arrives."
      >
        <MailText>
          We have your proof of payment. We will confirm the deposit once the payment itself has
          arrived, and credit the amount that arrives.
        </MailText>
        <MailFacts
          facts={[
            ['Amount', formatUsd(data.amount)],
            ['To pay', `${formatCoinAmount(data.coinAmount, coin)} ${coin}`],
            ['Plan', data.plan],
          ]}
        />
        {data.late && (
          <MailText>
            Your quote had ended when we received the proof. If the payment was first seen before
            the quote ended, it is credited at the quoted rate; otherwise at the rate when it was
            first seen.
          </MailText>
        )}
        <MailButton href={`${context.publicUrl}/dashboard/deposit-history`}>
          See your deposits
        </MailButton>
      </MailLayout>
    ),
  }
}
