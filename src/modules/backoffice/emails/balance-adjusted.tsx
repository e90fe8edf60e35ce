import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type BalanceAdjustedMail = {
  from: Cents
  to: Cents
  change: Cents
  reason: string
  reference: string
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'balance-adjusted': BalanceAdjustedMail
  }
}

export const mail: MailTemplate<'balance-adjusted'> = (data, context) => {
  return {
    subject: 'Your balance was adjusted',
    element: (
      <MailLayout
        context={context}
        preview="Our staff corrected your balance; the reason is inside."
      >
        <MailText>
          Our staff adjusted your account balance. Your statement lists it as an adjustment with
          this reason.
        </MailText>
        <MailFacts
          facts={[
            ['Adjusted by', formatUsd(data.change)],
            ['Balance before', formatUsd(data.from)],
            ['Balance after', formatUsd(data.to)],
            ['Reason', data.reason],
            ['Reference', data.reference],
          ]}
        />
        <MailText>If you don't agree, please write to us and give the reference.</MailText>
        <MailButton href={`${context.publicUrl}/contact`}>Write to us</MailButton>
      </MailLayout>
    ),
  }
}
