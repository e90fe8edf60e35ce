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
    subject: `Your position in ${plan} has matured`,
    element: (
      <MailLayout context={context} preview={`The term of your position in ${plan} has ended.`}>
        <MailText>The term of your position in {plan} has ended.</MailText>
        <MailFacts
          facts={[
            ['Principal', formatUsd(principal)],
            ['Return due', formatUsd(due)],
          ]}
        />
        <MailText>{describePrincipalOutcome(data)}</MailText>
        <MailText>
          A due return is paid only out of income recorded for the plan. Until there is enough
          income it stays due. We notify you when it is paid, and your overview shows the paid and
          due amounts.
          {data.reinvested && data.atMaturity === 'reinvest_all'
            ? ' The part that is paid on the maturity date itself is added to the new position, ' +
              'up to the plan’s maximum.'
            : ''}
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>Open your overview</MailButton>
      </MailLayout>
    ),
  }
}

function describePrincipalOutcome({ principal, reinvested, refusal }: PositionMaturedMail): string {
  if (principal === 0n) return 'All of its principal was withdrawn from the position before.'

  if (reinvested)
    return (
      'As you requested, the principal was reinvested for ' +
      `${reinvested.termDays} days. A plan has a target ` +
      'return, not a promised one: it may not be reached, and you can lose what you have ' +
      'invested.'
    )

  const cash = 'The principal is in your available balance now. You can withdraw it at any time.'

  return refusal
    ? `You requested to reinvest the principal, which was not possible. ${refusal} ${cash}`
    : cash
}
