import type { Day } from '#lib/dates.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type PlanLossMail = {
  lossId: string
  plan: string
  total: Cents
  cents: Cents
  cause: string
  periodFrom: Day
  periodTo: Day
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'plan-loss': PlanLossMail
  }
}

export const mail: MailTemplate<'plan-loss'> = (data, context) => {
  const { plan, cents, total } = data

  return {
    subject: `The plan ${plan} has lost money, and so have you`,
    element: (
      <MailLayout
        context={context}
        preview="Your investment is lower; the cause and the figures are inside."
      >
        <MailText>
          The plan {plan} has lost money. All its positions bear the loss in proportion to their
          principal, yours too: your investment is reduced by {formatUsd(cents)} from today.
        </MailText>
        <MailFacts
          facts={[
            ['Plan', plan],
            ['Lost by the plan', formatUsd(total)],
            ['Your share of the loss', formatUsd(cents)],
            ['Cause', data.cause],
            ['Period', `${data.periodFrom} to ${data.periodTo}`],
            ['Reference', data.lossId],
          ]}
        />
        <MailText>
          Two staff members approved the record of the loss, based on evidence that we store. Your
          statement lists it as a loss of the plan.
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>See your positions</MailButton>
      </MailLayout>
    ),
  }
}
