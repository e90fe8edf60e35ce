import {
  type Cents,
  type Coin,
  type CoinUnits,
  formatGroupedAmount,
  formatUsd,
} from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

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
    subject: 'We’ve received your proof of payment',
    element: (
      <MailLayout context={context} preview="We’ll confirm your deposit when the payment arrives.">
        <MailText>
          We’ve received your proof of payment. We’ll confirm your deposit once the payment arrives,
          and credit the amount we receive.
        </MailText>
        <MailFacts
          facts={[
            ['Amount', formatUsd(data.amount)],
            ['Payment due', `${formatGroupedAmount(data.coinAmount, coin)} ${coin}`],
            ['Plan', data.plan],
          ]}
        />
        {data.late && (
          <MailText>
            Your quote had expired when you uploaded the proof. If your payment was first seen
            before the quote expired, we’ll credit it at the quoted rate. Otherwise we’ll use the
            rate at the time it was first seen.
          </MailText>
        )}
        <MailButton href={`${context.publicUrl}/dashboard/deposit-history`}>
          View deposits
        </MailButton>
      </MailLayout>
    ),
  }
}
