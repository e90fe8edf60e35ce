import { formatUtcMinute } from '#lib/dates.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type WithdrawalRequestedMail = {
  withdrawalId: string
  amount: Cents
  fee: Cents
  address: string
  payableFrom: Date | null
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'withdrawal-requested': WithdrawalRequestedMail
  }
}

export const mail: MailTemplate<'withdrawal-requested'> = (data, context) => {
  const { amount, fee, address, payableFrom } = data

  return {
    subject: 'You requested a withdrawal',
    element: (
      <MailLayout context={context} preview={`${formatUsd(amount)} is on hold until it is paid.`}>
        <MailText>
          You requested a withdrawal. The amount is on hold until we have paid it. You can cancel
          the request while it is pending. A part taken from a position returns to it then, unless
          the plan recorded a loss, closed or reached the end of your term meanwhile: such a part
          stays in your cash, with what it had accrued until it left.
        </MailText>
        <MailFacts
          facts={[
            ['Amount', formatUsd(amount)],
            ['Fee', formatUsd(fee)],
            ['You receive', formatUsd(amount - fee)],
            ['Address', address],
          ]}
        />
        {payableFrom && (
          <MailText>
            The address is new, so we pay the request after {formatUtcMinute(payableFrom)}.
          </MailText>
        )}
        <MailText>
          If this was not you, please change your password and write to us at once.
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard/withdraw-history`}>
          See your withdrawals
        </MailButton>
      </MailLayout>
    ),
  }
}
