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

export type WithdrawalPaidMail = {
  withdrawalId: string
  amount: Cents
  fee: Cents
  coin: Coin
  coinAmount: CoinUnits
  address: string
  txid: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'withdrawal-paid': WithdrawalPaidMail
  }
}

export const mail: MailTemplate<'withdrawal-paid'> = (data, context) => {
  const { coin } = data

  return {
    subject: 'Your withdrawal was paid',
    element: (
      <MailLayout
        context={context}
        preview={`We sent ${formatGroupedAmount(data.coinAmount, coin)} ${coin}.`}
      >
        <MailText>We’ve sent your withdrawal.</MailText>
        <MailFacts
          facts={[
            ['Amount', formatUsd(data.amount)],
            ['Fee', formatUsd(data.fee)],
            ['Sent', `${formatGroupedAmount(data.coinAmount, coin)} ${coin}`],
            ['Withdrawal address', data.address],
            ['Transaction ID', data.txid],
          ]}
        />
        <MailButton href={`${context.publicUrl}/dashboard/withdraw-history`}>
          View withdrawals
        </MailButton>
      </MailLayout>
    ),
  }
}
