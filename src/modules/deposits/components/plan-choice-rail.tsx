import type { OfferedPlan } from '#modules/plans/components/calls.tsx'
import { PlanFacts } from '#modules/plans/components/plan-facts.tsx'
import { PlanRisk } from '#modules/plans/components/plan-risk.tsx'
import { WorstMonth } from '#modules/plans/components/worst-month.tsx'
import { AnnouncedFees } from '#modules/settings/components/announced-fees.tsx'
import type { OfferedMethod } from '#modules/settings/components/calls.tsx'
import { describeWithdrawalFee } from '#modules/settings/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'

/** The plan's worst month, its fees and its liquidity, above the amount. */
export const RiskCallout = ({
  plan,
  method,
}: {
  plan: OfferedPlan
  method: OfferedMethod | undefined
}) => (
  <Callout title="You can lose all the money you invest.">
    <WorstMonth plan={plan.name} month={plan.worstMonth} />
    <p>
      Deposits are free.{' '}
      {method && (
        <>
          {method.name} withdrawal fee: {describeWithdrawalFee(method)}.{' '}
        </>
      )}
      {plan.liquidity}
    </p>
  </Callout>
)

/** Displays the terms of the chosen plan and the fees of the chosen method. */
export function PlanChoiceRail({
  plan,
  method,
}: {
  plan: OfferedPlan | undefined
  method: OfferedMethod | undefined
}) {
  return (
    <>
      {plan ? (
        <>
          <PlanFacts plan={plan} />
          <PlanRisk risk={plan.risk} warning={plan.warning} label={plan.label} />
        </>
      ) : (
        <Callout tone="info">Choose a plan to see its target return, terms and risks.</Callout>
      )}
      {method && <MethodFees method={method} />}
    </>
  )
}

/** The current fees of a payment method, for deposits and withdrawals. */
function MethodFees({ method }: { method: OfferedMethod }) {
  return (
    <Panel title="Fees">
      <KeyValues
        rows={[
          { label: 'Deposit fee', value: <Money amount="0" /> },
          { label: 'Network fee', value: 'Set by your wallet' },
          {
            label: `${method.name} withdrawal fee`,
            value: describeWithdrawalFee(method),
          },
          { label: 'Minimum withdrawal', value: <Money amount={method.minWithdrawal} /> },
        ]}
      />
      <AnnouncedFees method={method} />
    </Panel>
  )
}
