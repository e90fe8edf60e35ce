import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { DAY_MS } from '#lib/dates.ts'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { Confirmation } from '#ui/layout/confirmation.tsx'
import { PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { type DepositDetails, depositCalls } from '../../components/calls.tsx'
import { DEPOSIT_LEADS, DEPOSIT_TITLES } from '../../components/deposit-headings.tsx'
import { DepositTimeline } from '../../components/deposit-timeline.tsx'
import { WriteToUs } from '../../components/write-to-us.tsx'

/** Confirms a deposit that the member completed; its address can be opened again. */
export default function DepositSubmitted() {
  const [params] = useSearchParams()
  const id = params.get('id')

  return id ? <DepositById id={id} /> : <Navigate to="/dashboard/deposit-history" replace />
}

function DepositById({ id }: { id: string }) {
  const deposit = useQuery(depositCalls.get.queryOptions({ input: { id } }))

  return (
    <>
      <PageTitle>Deposit submitted</PageTitle>
      {deposit.data ? (
        <Submitted deposit={deposit.data.data} />
      ) : deposit.isError ? (
        <>
          <PageHeading
            title="Your deposit"
            back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
          />
          <ReadFailed onRetry={deposit.refetch} />
        </>
      ) : (
        <Panel>
          <SkeletonLines lines={8} />
        </Panel>
      )}
    </>
  )
}

function Submitted({ deposit }: { deposit: DepositDetails }) {
  const { _id, status, plan, amount, credited, coin, coinAmount } = deposit
  const inReview = status === 'pending'

  return (
    <Confirmation
      back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
      title={inReview ? 'Deposit submitted' : DEPOSIT_TITLES[status]}
      lead={inReview ? 'We’ll confirm it once your payment has arrived.' : DEPOSIT_LEADS[status]}
      reference={_id}
      rows={[
        { label: 'Plan', value: plan.name },
        { label: credited ? 'Credited' : 'Amount', value: <Money amount={credited ?? amount} /> },
        { label: 'Payment', value: <Money amount={coinAmount} unit={coin} scale={0} /> },
        { label: 'Payment method', value: METHOD_FACTS[deposit.payment_method].label },
      ]}
      next={
        <>
          <DepositTimeline deposit={deposit} />
          {inReview && <ReviewDeadline deposit={deposit} />}
        </>
      }
      actions={
        <>
          <ButtonLink to="/dashboard" variant="primary">
            Back to dashboard
          </ButtonLink>
          <ButtonLink to="/dashboard/deposit-history">View your deposits</ButtonLink>
        </>
      }
    />
  )
}

/** Shows by when a review is expected to be over, a day after the proof, and whom to ask then. */
function ReviewDeadline({ deposit: { timeline } }: { deposit: DepositDetails }) {
  const submitted = timeline.at(-1)
  if (!submitted) return null

  return (
    <p className="small muted">
      We aim to review it by <When at={new Date(Date.parse(submitted.at) + DAY_MS).toISOString()} />
      . <WriteToUs />
    </p>
  )
}
