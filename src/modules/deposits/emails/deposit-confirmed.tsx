import {
  type Cents,
  type CoinUnits,
  type Currency,
  formatGroupedAmount,
  formatUsd,
} from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import type { CashReason } from '../model.ts'

export type DepositConfirmedMail = {
  depositId: string
  plan: string
  credited: Cents
  principal: Cents
  /** Why it, or the part above a limit, stays cash; null where it is invested. */
  cashReason: CashReason | null
  received: CoinUnits
  receivedIn: Currency
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'deposit-confirmed': DepositConfirmedMail
  }
}

const CASH_REASON_TEXTS: Record<CashReason, string> = {
  below_minimum: 'The amount received is below the plan’s minimum, so we credited it as cash.',
  plan_closed: 'The plan is closed to new investments, so we credited the payment as cash.',
  quote_too_old:
    'The payment arrived more than 30 days after the quote, so we credited it as cash.',
  not_eligible:
    'Under the rules of your country you can’t invest this amount at the moment, so we credited ' +
    'it as cash. Your checklist shows why.',
  over_limit:
    'The payment takes your deposits above your deposit limit. The part above it stays in your ' +
    'balance until earlier deposits no longer count.',
}

const NOTHING_LEFT_TEXT =
  'Your deposit limit leaves less than the plan’s minimum to invest, so all of the payment stays ' +
  'in your balance.'

const formatCashReason = (reason: CashReason, principal: Cents): string =>
  reason === 'over_limit' && principal === 0n ? NOTHING_LEFT_TEXT : CASH_REASON_TEXTS[reason]

export const mail: MailTemplate<'deposit-confirmed'> = (data, context) => {
  const { plan, credited, principal, cashReason, received, receivedIn } = data

  return {
    subject: 'Your deposit was confirmed',
    element: (
      <MailLayout context={context} preview={`We credited ${formatUsd(credited)} to your account.`}>
        <MailText>We’ve received your payment and credited it to your account.</MailText>
        <MailFacts
          facts={[
            ['Received', `${formatGroupedAmount(received, receivedIn)} ${receivedIn}`],
            ['Credited', formatUsd(credited)],
            [`Invested in ${plan}`, formatUsd(principal)],
            ['Credited as cash', formatUsd(credited - principal)],
          ]}
        />
        {cashReason && (
          <MailText>
            {formatCashReason(cashReason, principal)} You can withdraw it at any time.
          </MailText>
        )}
        <MailText>
          A plan’s target return is not guaranteed. It may not be reached, and you can lose the
          money you invest.
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>View dashboard</MailButton>
      </MailLayout>
    ),
  }
}
