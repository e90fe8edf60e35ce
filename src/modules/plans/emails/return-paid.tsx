import { formatUsd } from '#lib/money.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => {
  const paid = formatUsd(BigInt(String(data.paid)))
  const stillDue = BigInt(String(data.stillDue))
  const plan = String(data.plan)

  return {
    subject: `You were paid ${paid} of your return from ${plan}`,
    element: (
      <MailLayout context={context} preview="What was paid, out of what, and what is still due.">
        <MailText>
          Income recorded for the plan {plan} was shared out among the returns that are due. Your
          share of it is {paid}.
        </MailText>
        <MailFacts
          facts={[
            ['Plan', plan],
            ['Paid', paid],
            ['Positions it was paid for', String(data.positions)],
            ['Day', String(data.on)],
            ['Still due from this plan', formatUsd(stillDue)],
            ['Reference', String(data.distributionId)],
          ]}
        />
        <MailText>{describePaidReturn(data.anew)}</MailText>
        <MailText>
          {stillDue > 0n
            ? 'What is still due is paid only out of further income recorded for the plan. As ' +
              'long as there isn’t enough it stays due.'
            : 'Nothing of your return from this plan is still due.'}
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>Open your overview</MailButton>
      </MailLayout>
    ),
  }
}

const describePaidReturn = (isReinvested: unknown) =>
  isReinvested
    ? 'Where you had asked to invest all of it anew, what was paid on the day of maturity ' +
      'itself is in the new position, as far as the plan takes it. The rest stands in your ' +
      'account as profit, which you can withdraw. A position can lose what is invested in it.'
    : 'It stands in your account as profit, which you can withdraw.'
