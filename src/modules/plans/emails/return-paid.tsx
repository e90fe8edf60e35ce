import { type Day, formatDay } from '#lib/dates.ts'
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
    subject: `Return paid: ${paid} from ${plan}`,
    element: (
      <MailLayout context={context} preview={`Still due from this plan: ${formatUsd(stillDue)}.`}>
        <MailText>
          We distributed income recorded for {plan} to members with a return due. Your share is{' '}
          {paid}.
        </MailText>
        <MailFacts
          facts={[
            ['Plan', plan],
            ['Paid', paid],
            ['Positions paid', String(data.positions)],
            ['Date', formatDay(data.on)],
            ['Still due from this plan', formatUsd(stillDue)],
            ['Reference', data.distributionId],
          ]}
        />
        <MailText>{describePaidReturn(data.reinvested)}</MailText>
        <MailText>
          {stillDue > 0n
            ? 'The amount still due is paid only from further income recorded for the plan. ' +
              'Until there is enough income, it stays due.'
            : 'Your return from this plan is now paid in full.'}
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>View dashboard</MailButton>
      </MailLayout>
    ),
  }
}

const describePaidReturn = (isReinvested: boolean) =>
  isReinvested
    ? 'If you chose to reinvest everything, the part paid on the maturity date is in the new ' +
      'position, up to the plan’s maximum. The rest was added to your profit, which you can ' +
      'withdraw. You can lose the money you invest.'
    : 'It was added to your profit, which you can withdraw.'
