import { type Cents, formatUsd } from '#lib/money.ts'
import type { CashReason } from '#modules/plans/model.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type WithdrawalStaysCashMail = {
  withdrawalId: string
  plan: string
  amount: Cents
  because: CashReason
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'withdrawal-stays-cash': WithdrawalStaysCashMail
  }
}

const REASONS: Record<CashReason, string> = {
  term: 'its term has ended',
  loss: 'the plan has recorded a loss since your request',
  closed: 'the plan has closed since your request',
  reversed: 'the deposit that opened it was reversed',
}

export const mail: MailTemplate<'withdrawal-stays-cash'> = (data, context) => ({
  subject: `Part of your withdrawal from ${data.plan} stays in cash`,
  element: (
    <MailLayout context={context} preview={`${formatUsd(data.amount)} is in your cash balance.`}>
      <MailText>
        {'Your withdrawal was cancelled or rejected. Part of it came from your position in '}
        {data.plan} and couldn’t be returned to it because {REASONS[data.because]}. It’s in your
        cash balance, where you can withdraw or invest it.
      </MailText>
      <MailFacts
        facts={[
          ['Amount', formatUsd(data.amount)],
          ['Plan', data.plan],
        ]}
      />
      {data.because !== 'reversed' && (
        <MailText>
          What it had accrued until it was withdrawn remains an estimate. It becomes due when the
          position’s term ends, and is paid only from income recorded for the plan.
        </MailText>
      )}
      <MailButton href={`${context.publicUrl}/dashboard`}>View dashboard</MailButton>
    </MailLayout>
  ),
})
