import { type Cents, formatUsd } from '#lib/money.ts'
import { MailLayout } from '#ui/mail/layout.tsx'
import { MailButton, MailFacts, MailText } from '#ui/mail/mail-parts.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'
import type { AtMaturity } from '../model.ts'

export type PositionMaturedMail = {
  positionId: string
  plan: string
  principal: Cents
  due: Cents
  atMaturity: AtMaturity
  reinvested: { termDays: number; targetBps: number } | null
  refusal: string | null
}

declare module '#ui/mail/template.ts' {
  interface MailTemplates {
    'position-matured': PositionMaturedMail
  }
}

export const mail: MailTemplate<'position-matured'> = (data, context) => {
  const { plan, principal, due } = data

  return {
    subject: `Your investment in ${plan} has matured`,
    element: (
      <MailLayout
        context={context}
        preview={`Principal ${formatUsd(principal)}, return due ${formatUsd(due)}.`}
      >
        <MailText>The term of your investment in {plan} has ended.</MailText>
        <MailFacts
          facts={[
            ['Principal', formatUsd(principal)],
            ['Return due', formatUsd(due)],
          ]}
        />
        <MailText>{describePrincipalOutcome(data)}</MailText>
        <MailText>
          Returns are paid only from income recorded for the plan. Until there is enough income,
          your return stays due. We’ll email you when it’s paid. Your dashboard shows what has been
          paid and what is due.
          {data.reinvested && data.atMaturity === 'reinvest_all'
            ? ' Any return paid on the maturity date is added to the new position, up to the ' +
              'plan’s maximum.'
            : ''}
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>View dashboard</MailButton>
      </MailLayout>
    ),
  }
}

function describePrincipalOutcome({ principal, reinvested, refusal }: PositionMaturedMail): string {
  if (principal === 0n) return 'You had already withdrawn all of its principal.'

  if (reinvested)
    return (
      `As instructed, your principal was reinvested for ${reinvested.termDays} days. It will be ` +
      'reinvested again at each maturity. You can change this on the position’s page until the ' +
      'day before it matures. The target return is not guaranteed, and you can lose the money ' +
      'you invest.'
    )

  const cash = 'Your principal is now in your cash balance. You can withdraw it at any time.'

  return refusal ? `We couldn’t reinvest your principal as instructed. ${refusal} ${cash}` : cash
}
