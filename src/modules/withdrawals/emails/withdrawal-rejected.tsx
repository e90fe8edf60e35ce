import { formatUsd } from '#lib/money.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => ({
  subject: 'Your withdrawal was rejected',
  element: (
    <MailLayout context={context} preview="The amount is back in your account.">
      <MailText>
        We could not pay your withdrawal. The whole amount is back where it came from, positions
        included.
      </MailText>
      <MailFacts
        facts={[
          ['Amount', formatUsd(BigInt(String(data.amount)))],
          ['Reason', String(data.reason)],
        ]}
      />
      <MailButton href={`${context.publicUrl}/dashboard`}>Open your overview</MailButton>
    </MailLayout>
  ),
})
