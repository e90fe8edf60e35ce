import { formatUsd } from '#lib/money.ts'
import { MailButton, MailFacts, MailLayout, MailText } from '#ui/mail/layout.tsx'
import type { MailTemplate } from '#ui/mail/template.ts'

export const mail: MailTemplate = (data, context) => {
  const principal = BigInt(String(data.principal))
  const due = BigInt(String(data.due))
  const plan = String(data.plan)

  return {
    subject: `Your position in ${plan} has matured`,
    element: (
      <MailLayout context={context} preview={`The term of your position in ${plan} has ended.`}>
        <MailText>The term of your position in {plan} has ended.</MailText>
        <MailFacts
          facts={[
            ['Principal', formatUsd(principal)],
            ['Return that fell due', formatUsd(due)],
          ]}
        />
        <MailText>{describePrincipalOutcome(principal, data)}</MailText>
        <MailText>
          What is due is paid only out of income recorded for the plan. As long as there isn’t
          enough it stays due; you are told when it is paid, and your overview shows what is and
          what isn’t.
          {data.reinvested && data.atMaturity === 'reinvest_all'
            ? ' What is paid of it on the day of maturity itself is added to the new ' +
              'position, as far as the plan takes it.'
            : ''}
        </MailText>
        <MailButton href={`${context.publicUrl}/dashboard`}>Open your overview</MailButton>
      </MailLayout>
    ),
  }
}

function describePrincipalOutcome(
  principal: bigint,
  { reinvested, refusal }: Record<string, unknown>,
): string {
  if (principal === 0n) return 'All of its principal had left the position before.'

  if (reinvested)
    return (
      'As you asked, the principal was invested anew for ' +
      `${String((reinvested as { termDays: number }).termDays)} days. A plan has a target ` +
      'return, not a promised one: it may not be reached, and you can lose what you have ' +
      'invested.'
    )

  const cash = 'The principal is in your available balance now. You can withdraw it at any time.'

  return refusal
    ? `You asked to invest the principal anew, which was not possible. ${refusal} ${cash}`
    : cash
}
