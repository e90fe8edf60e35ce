import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { tidyAmount } from '#lib/typed-amount.ts'
import { PlanRisk } from '#modules/plans/components/plan-risk.tsx'
import { WorstMonth } from '#modules/plans/components/worst-month.tsx'
import { describeWithdrawalFee, METHOD_FACTS } from '#modules/settings/model.ts'
import { CallError } from '#platform/client/call-error.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { CHAIN_POLL_MS } from '#ui/figures/journal-number.tsx'
import { Money } from '#ui/figures/money.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Stepper } from '#ui/status/stepper.tsx'
import { type DepositDetails, depositCalls } from '../../components/calls.tsx'
import { buildDepositSteps } from '../../components/deposit-steps.tsx'
import { DepositTimeline } from '../../components/deposit-timeline.tsx'
import { HowToPay } from '../../components/how-to-pay.tsx'
import { ProofForm } from '../../components/proof-form.tsx'
import { RateEnded } from '../../components/rate-ended.tsx'
import { DepositStatusTag } from '../../components/status.tsx'
import { WriteToUs } from '../../components/write-to-us.tsx'
import { isUnpaid } from '../../model.ts'

const TITLES: Record<DepositDetails['status'], string> = {
  awaiting_payment: 'Send the payment from your wallet',
  expired: 'The rate is no longer held',
  pending: 'Your deposit is in review',
  completed: 'Your deposit is completed',
  rejected: 'Your deposit was rejected',
}

const LEADS: Record<DepositDetails['status'], string> = {
  awaiting_payment:
    'Send this exact amount to this address. No other deposit has this amount, so we can match ' +
    'your payment.',
  expired: 'Nothing is lost and nothing is owed. Take a new quote before you pay.',
  pending: 'We check that the payment has arrived, and then post it to your balance.',
  completed: 'What arrived was credited to you.',
  rejected: 'Nothing was credited. The reason is below.',
}

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

export default function DepositDetailsScreen() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const deposit = useQuery({
    ...depositCalls.get.queryOptions({ input: { id } }),
    enabled: id !== '',
    refetchInterval: ({ state: { data: loaded } }) =>
      loaded?.data.status === 'completed' && loaded.data.journalNumber === null
        ? CHAIN_POLL_MS
        : false,
  })

  const isUnknown =
    id === '' || (deposit.error instanceof CallError && deposit.error.status === 404)

  return (
    <Stack>
      <PageTitle>Deposit</PageTitle>
      {deposit.data ? (
        <LoadedDeposit deposit={deposit.data.data} />
      ) : isUnknown ? (
        <NoDeposit />
      ) : (
        <>
          {unknownHeading}
          {deposit.isError ? (
            <ReadFailed onRetry={deposit.refetch} />
          ) : (
            <Panel>
              <SkeletonLines lines={10} />
            </Panel>
          )}
        </>
      )}
    </Stack>
  )
}

const unknownHeading = (
  <PageHeading title="Your deposit" back={<BackLink to="/dashboard">Back to dashboard</BackLink>} />
)

const NoDeposit = () => (
  <>
    {unknownHeading}
    <EmptyState
      action={
        <ButtonLink to="/dashboard/deposit" variant="primary">
          Our Packages
        </ButtonLink>
      }
    >
      You have no such deposit. Choose a plan to begin one.
    </EmptyState>
  </>
)

function LoadedDeposit({ deposit }: { deposit: DepositDetails }) {
  const { status } = deposit
  const unpaid = isUnpaid(status)
  const back = buildPlanPath(deposit)

  return (
    <>
      {(unpaid || status === 'pending') && (
        <Stepper steps={buildStepperSteps(back, unpaid)} current={unpaid ? PAYING : REVIEW} />
      )}
      <Columns rail={<Rail deposit={deposit} />}>
        <PageHeading
          back={
            unpaid ? (
              <BackLink to={back}>{`Back to the ${deposit.plan.name} plan`}</BackLink>
            ) : (
              <BackLink to="/dashboard/deposit-history">Back to your deposits</BackLink>
            )
          }
          title={TITLES[status]}
          lead={LEADS[status]}
        />
        {status === 'rejected' && <WhyRejected reason={deposit.reason} />}
        {status === 'expired' && <RateEnded deposit={deposit} />}
        {status === 'awaiting_payment' && <HowToPay deposit={deposit} />}
        {unpaid && <ProofForm key={deposit._id} deposit={deposit} />}
        {!unpaid && (
          <Panel title="What has happened">
            <DepositTimeline deposit={deposit} />
          </Panel>
        )}
      </Columns>
    </>
  )
}

const PAYING = 3
const REVIEW = 4

/** The choices can be changed until a proof is uploaded. */
const buildStepperSteps = (choicePath: string, unpaid: boolean) =>
  unpaid
    ? buildDepositSteps(choicePath)
    : buildDepositSteps(choicePath).map(({ label }) => ({ label }))

const WhyRejected = ({ reason }: { reason: string | null }) => (
  <Callout tone="error" title={reason}>
    <p>
      <WriteToUs /> You can begin a new deposit at any time.
    </p>
  </Callout>
)

function Rail({ deposit }: { deposit: DepositDetails }) {
  const { plan, status } = deposit
  const unpaid = isUnpaid(status)

  return (
    <>
      <Summary deposit={deposit} />
      {unpaid && (
        <Panel title="What happens next">
          <DepositTimeline deposit={deposit} />
        </Panel>
      )}
      <PlanRisk
        risk={
          `${plan.risk} The target return of this plan is ${plan.percentage} over ` +
          `${plan.termDays} days, and no promise.`
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

function Summary({ deposit }: { deposit: DepositDetails }) {
  const { plan, coin, fees, amount, credited, received, receivedIn, status } = deposit
  const arrivalRows =
    received && receivedIn
      ? [
          {
            label: 'Arrived',
            value: (
              <Money
                amount={received}
                {...(receivedIn === 'USD' ? {} : { unit: receivedIn })}
                scale={0}
              />
            ),
          },
        ]
      : []

  const method = METHOD_FACTS[deposit.payment_method].label

  return (
    <Panel title="Your deposit" aside={<DepositStatusTag status={status} />}>
      <KeyValues
        rows={[
          { label: 'Plan', value: plan.name },
          { label: 'Payment method', value: method },
          {
            label: status === 'awaiting_payment' ? 'You send' : 'Quoted',
            value: <Money amount={deposit.coinAmount} unit={coin} scale={0} />,
          },
          {
            label: 'Rate',
            value: (
              <>
                1 {coin} = <Money amount={deposit.rate} />
              </>
            ),
          },
          { label: 'Our deposit fee', value: <Money amount={fees.deposit} /> },
          { label: 'Network fee', value: 'Set by your wallet' },
          {
            label: `Withdrawing by ${method}`,
            value: describeWithdrawalFee({ withdrawalFee: fees.withdrawal }),
          },
          { label: 'Minimum withdrawal', value: <Money amount={fees.minWithdrawal} /> },
          ...arrivalRows,
        ]}
        total={
          credited === null && status !== 'rejected'
            ? {
                label: status === 'expired' ? 'Quoted amount' : 'Credited when it arrives',
                value: <Money amount={amount} />,
              }
            : { label: 'Credited to you', value: <Money amount={credited ?? '0'} /> }
        }
      />
    </Panel>
  )
}
