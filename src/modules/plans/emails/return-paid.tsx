import type { Day } from '#lib/dates.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export type ReturnPaidMail = {
  distributionId: string
  plan: string
  paid: Cents
  positions: number
  reinvested: boolean
  stillDue: Cents
  on: Day
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'return-paid': ReturnPaidMail
  }
}

export const mail: MailTemplate<'return-paid'> = (data, context) => {
  const { plan, stillDue } = data
  const paid = formatUsd(data.paid)

  return {
    subject: `You were paid ${paid} of your return from ${plan}`,
    element: (
      <MailLayout context={context} preview="The amount paid, its source and the amount still due.">
        <MailText>
          Income recorded for the plan {plan} was distributed to the returns that are due. Your
          share of it is {paid}.
        </MailText>
        <MailFacts
          facts={[
            ['Plan', plan],
            ['Paid', paid],
            ['Positions paid', String(data.positions)],
            ['Date', data.on],
            ['Still due from this plan', formatUsd(stillDue)],
            ['Reference', data.distributionId],
          ]}
        />
        <MailText>{describePaidReturn(data.reinvested)}</MailText>
        <MailText>
          {stillDue > 0n
            ? 'The amount still due is paid only out of further income recorded for the plan. ' +
              'Until there is enough income it stays due.'
            : 'Nothing of your return from this plan is still due.'}
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>Open your overview</MailButton>
      </MailLayout>
    ),
  }
}

const describePaidReturn = (isReinvested: boolean) =>
  isReinvested
    ? 'Where you requested to reinvest all of it, the part that was paid on the maturity date ' +
      'is in the new position, up to the plan’s maximum. The rest is in your account as ' +
      'profit, which you can withdraw. A position can lose what is invested in it.'
    : 'It is in your account as profit, which you can withdraw.'
