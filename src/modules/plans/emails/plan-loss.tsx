import { formatUsd } from '#lib/money.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => {
  const formatCents = (value: unknown) => formatUsd(BigInt(String(value)))
  const plan = String(data.plan)

  return {
    subject: `The plan ${plan} has lost money, and so have you`,
    element: (
      <MailLayout
        context={context}
        preview="Your investment is lower; the cause and the figures are inside."
      >
        <MailText>
          The plan {plan} has lost money. All its positions bear the loss in proportion to what is
          invested in them, yours too: your investment is lower by {formatCents(data.cents)} from
          today on.
        </MailText>
        <MailFacts
          facts={[
            ['Plan', plan],
            ['Lost by the plan', formatCents(data.total)],
            ['Your part of it', formatCents(data.cents)],
            ['Cause', String(data.cause)],
            ['Period', `${String(data.periodFrom)} to ${String(data.periodTo)}`],
            ['Reference', String(data.lossId)],
          ]}
        />
        <MailText>
          Two people of our staff agreed to record it, on evidence that is kept. It stands on your
          statement as a loss of the plan.
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>See your positions</MailButton>
      </MailLayout>
    ),
  }
}
