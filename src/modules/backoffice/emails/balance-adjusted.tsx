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
      <MailLayout context={context} preview={`Adjustment: ${formatUsd(data.change)}.`}>
        <MailText>
          We adjusted your account balance. It appears on your statement as an adjustment, with the
          reason below.
        </MailText>
        <MailFacts
          facts={[
            ['Adjustment', formatUsd(data.change)],
            ['Balance before', formatUsd(data.from)],
            ['Balance after', formatUsd(data.to)],
            ['Reason', data.reason],
            ['Reference', data.reference],
          ]}
        />
        <MailText>If you think this is wrong, contact us and quote the reference.</MailText>
        <MailButton href={`${context.publicUrl}/contact`}>Contact us</MailButton>
      </MailLayout>
    ),
  }
}
