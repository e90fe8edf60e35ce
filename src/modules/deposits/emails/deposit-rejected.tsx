import { formatUsd } from '#lib/money.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your deposit was not accepted',
  element: (
    <MailLayout context={context} preview="Nothing was credited; the reason is inside.">
      <MailText>We could not accept your deposit. Nothing was credited for it.</MailText>
      <MailFacts
        facts={[
          ['Amount', formatUsd(BigInt(String(data.amount)))],
          ['Plan', String(data.plan)],
          ['Reason', String(data.reason)],
        ]}
      />
      <MailText>
        If you did pay, please write to us with the transaction id of your payment.
      </MailText>
      <MailButton href={`${context.publicUrl}/contact`}>Write to us</MailButton>
    </MailLayout>
  ),
})
