import { type Cents, type CoinUnits, type Currency, formatAmount, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type DepositConfirmedMail = {
  depositId: string
  plan: string
  credited: Cents
  principal: Cents
  received: CoinUnits
  receivedIn: Currency
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'deposit-confirmed': DepositConfirmedMail
  }
}

export const mail: MailTemplate<'deposit-confirmed'> = (data, context) => {
  const { plan, credited, principal, received, receivedIn } = data

  return {
    subject: 'Your deposit was confirmed',
    element: (
      <MailLayout
        context={context}
        preview={`${formatUsd(credited)} was credited to your account.`}
      >
        <MailText>Your payment has arrived and was credited to your account.</MailText>
        <MailFacts
          facts={[
            ['Received', `${formatAmount(received, receivedIn)} ${receivedIn}`],
            ['Credited', formatUsd(credited)],
            [`Invested in ${plan}`, formatUsd(principal)],
            ['Credited as cash', formatUsd(credited - principal)],
          ]}
        />
        {principal === 0n && (
          <MailText>
            The amount received is below the plan’s minimum, so it was credited as cash. You can
            withdraw it at any time.
          </MailText>
        )}
        <MailText>
          A plan has a target return, not a promised one. It may not be reached, and you can lose
          what you have invested.
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>Open your overview</MailButton>
      </MailLayout>
    ),
  }
}
