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

export type WithdrawalApprovedMail = {
  withdrawalId: string
  amount: Cents
  fee: Cents
  coin: Coin
  coinAmount: CoinUnits
  address: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'withdrawal-approved': WithdrawalApprovedMail
  }
}

export const mail: MailTemplate<'withdrawal-approved'> = (data, context) => {
  const { coin } = data

  return {
    subject: 'Your withdrawal was approved',
    element: (
      <MailLayout
        context={context}
        preview={`We’re sending ${formatGroupedAmount(data.coinAmount, coin)} ${coin}.`}
      >
        <MailText>
          We’ve approved your withdrawal and will send it next. The amount you receive won’t change.
        </MailText>
        <MailFacts
          facts={[
            ['Amount', formatUsd(data.amount)],
            ['Fee', formatUsd(data.fee)],
            ['You receive', `${formatGroupedAmount(data.coinAmount, coin)} ${coin}`],
            ['Withdrawal address', data.address],
          ]}
        />
        <MailButton href={`${context.publicUrl}/dashboard/withdraw-history`}>
          View withdrawals
        </MailButton>
      </MailLayout>
    ),
  }
}
