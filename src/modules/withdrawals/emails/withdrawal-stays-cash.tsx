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
  term: 'the term of the position has ended',
  loss: 'the plan has recorded a loss since you requested the withdrawal',
  closed: 'the plan was closed after you requested the withdrawal',
  reversed: 'the deposit that had opened the position was reversed',
}

export const mail: MailTemplate<'withdrawal-stays-cash'> = (data, context) => ({
  subject: `Your part of ${data.plan} stays in your cash`,
  element: (
    <MailLayout context={context} preview={`${formatUsd(data.amount)} is in your cash.`}>
      <MailText>
        Your withdrawal was cancelled or rejected. A part of it came from your position in{' '}
        {data.plan}. This part did not return to the position, because {REASONS[data.because]}. It
        is in your cash, and you can withdraw or invest it.
      </MailText>
      <MailFacts
        facts={[
          ['Amount', formatUsd(data.amount)],
          ['Plan', data.plan],
        ]}
      />
      {data.because !== 'reversed' && (
        <MailText>
          What the part had accrued until it left the position remains an estimate. It falls due on
          the day the term of the position ends, and is paid only out of income recorded for the
          plan.
        </MailText>
      )}
      <MailButton href={`${context.publicUrl}/dashboard`}>Open your overview</MailButton>
    </MailLayout>
  ),
})
