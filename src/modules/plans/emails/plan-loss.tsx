import { type Day, formatDay } from '#lib/dates.ts'
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
    subject: `A loss was recorded in ${plan}`,
    element: (
      <MailLayout context={context} preview={`Your share of the loss is ${formatUsd(cents)}.`}>
        <MailText>
          The plan {plan} made a loss. It’s shared across the plan’s positions in proportion to
          their principal. Your investment is reduced by {formatUsd(cents)} from today.
        </MailText>
        <MailFacts
          facts={[
            ['Plan', plan],
            ['Loss of the plan', formatUsd(total)],
            ['Your share of the loss', formatUsd(cents)],
            ['Cause', data.cause],
            ['Period', `${formatDay(data.periodFrom)} to ${formatDay(data.periodTo)}`],
            ['Reference', data.lossId],
          ]}
        />
        <MailText>
          The loss was approved by two staff members with supporting evidence. It appears on your
          statement as a plan loss.
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>View dashboard</MailButton>
      </MailLayout>
    ),
  }
}
