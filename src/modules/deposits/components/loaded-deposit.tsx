import { tidyAmount } from '#lib/typed-amount.ts'
import { PlanRisk } from '#modules/plans/components/plan-risk.tsx'
import { WorstMonth } from '#modules/plans/components/worst-month.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Columns, PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { Stepper } from '#ui/status/stepper.tsx'
import { isUnpaid } from '../model.ts'
import type { DepositDetails } from './calls.tsx'
import { getDepositLead, getDepositTitle } from './deposit-headings.tsx'
import { buildDepositSteps } from './deposit-steps.tsx'
import { DepositSummary } from './deposit-summary.tsx'
import { DepositTimeline } from './deposit-timeline.tsx'
import { HowToPay } from './how-to-pay.tsx'
import { PaymentSeen } from './payment-seen.tsx'
import { ProofForm } from './proof-form.tsx'
import { RateEnded } from './rate-ended.tsx'
import { WriteToUs } from './write-to-us.tsx'

/** Returns the address of the plan's screen with the choices and the quote of this deposit. */
const buildPlanPath = ({ _id, plan, amount, payment_method }: DepositDetails) => {
  const params = new URLSearchParams({
    plan: plan._id,
    amount: tidyAmount(amount),
    method: payment_method,
    quote: _id,
  })

  return `/dashboard/${plan.family === 'crypto' ? 'crypto' : 'real-estate'}?${params}`
}

/** Displays a deposit with what the member can do in its status. */
export function LoadedDeposit({ deposit }: { deposit: DepositDetails }) {
  const { status } = deposit
  const unpaid = isUnpaid(status)
  const back = buildPlanPath(deposit)

  return (
    <>
      {(unpaid || status === 'pending') && (
        <Stepper steps={buildStepperSteps(back, unpaid)} current={unpaid ? PAYING : REVIEW} />
      )}
      <Columns rail={<DepositRail deposit={deposit} />}>
        <PageHeading
          back={
            unpaid ? (
              <BackLink to={back}>{`Back to the ${deposit.plan.name} plan`}</BackLink>
            ) : (
              <BackLink to="/dashboard/deposit-history">Back to your deposits</BackLink>
            )
          }
          title={getDepositTitle(deposit)}
          lead={getDepositLead(deposit)}
        />
        {(status === 'rejected' || status === 'reversed') && <WhyUndone reason={deposit.reason} />}
        <PaymentSeen deposit={deposit} />
        {status === 'expired' && <RateEnded deposit={deposit} />}
        {(status === 'awaiting_payment' || isShort(deposit)) && <HowToPay deposit={deposit} />}
        {unpaid && <ProofForm key={deposit._id} deposit={deposit} />}
        {!unpaid && (
          <Panel title="Timeline">
            <DepositTimeline deposit={deposit} />
          </Panel>
        )}
      </Columns>
    </>
  )
}

/** Returns whether the rest of a payment can still be sent to the same address. */
const isShort = ({ status, evidence }: DepositDetails) =>
  status === 'pending' && evidence !== null && evidence.missing !== null

const PAYING = 3
const REVIEW = 4

/** The choices can be changed until a proof is uploaded. */
const buildStepperSteps = (choicePath: string, unpaid: boolean) =>
  unpaid
    ? buildDepositSteps(choicePath)
    : buildDepositSteps(choicePath).map(({ label }) => ({ label }))

const WhyUndone = ({ reason }: { reason: string | null }) => (
  <Callout tone="error" title={reason}>
    <p>
      <WriteToUs /> You can start a new deposit at any time.
    </p>
  </Callout>
)

function DepositRail({ deposit }: { deposit: DepositDetails }) {
  const { plan, status } = deposit
  const unpaid = isUnpaid(status)

  return (
    <>
      <DepositSummary deposit={deposit} />
      {unpaid && (
        <Panel title="What happens next">
          <DepositTimeline deposit={deposit} />
        </Panel>
      )}
      <PlanRisk
        risk={
          `${plan.risk} The target return of this plan is ${plan.percentage} over ` +
          `${plan.termDays} days. It is not guaranteed.`
        }
        warning={plan.warning}
        label={plan.label}
      >
        <WorstMonth plan={plan.name} month={plan.worstMonth} />
        <p>{plan.liquidity}</p>
      </PlanRisk>
    </>
  )
}
