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
      <MailLayout context={context} preview="The transaction is inside.">
        <MailText>Your withdrawal was paid.</MailText>
        <MailFacts
          facts={[
            ['Amount', formatUsd(data.amount)],
            ['Fee', formatUsd(data.fee)],
            ['Sent', `${formatGroupedAmount(data.coinAmount, coin)} ${coin}`],
            ['Address', data.address],
            ['Transaction', data.txid],
          ]}
        />
        <MailButton href={`${context.publicUrl}/dashboard/withdraw-history`}>
          See your withdrawals
        </MailButton>
      </MailLayout>
    ),
  }
}
