import { formatUsd } from '#lib/money.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => {
  const formatCents = (value: unknown) => formatUsd(BigInt(String(value)))
  return {
    subject: 'Your balance was adjusted',
    element: (
      <MailLayout
        context={context}
        preview="Our staff corrected your balance; the reason is inside."
      >
        <MailText>
          Our staff adjusted your account balance. It stands on your statement as an adjustment,
          with this reason.
        </MailText>
        <MailFacts
          facts={[
            ['Adjusted by', formatCents(data.change)],
            ['Balance before', formatCents(data.from)],
            ['Balance after', formatCents(data.to)],
            ['Reason', String(data.reason)],
            ['Reference', String(data.reference)],
          ]}
        />
        <MailText>If you don't agree, please write to us and name the reference.</MailText>
        <MailButton href={`${context.publicUrl}/contact`}>Write to us</MailButton>
      </MailLayout>
    ),
  }
}
