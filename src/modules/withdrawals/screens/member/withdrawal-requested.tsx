import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Confirmation } from '#ui/layout/confirmation.tsx'
import { PageHeading } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { type OwnWithdrawal, withdrawalCalls } from '../../components/calls.tsx'
import { HowLong } from '../../components/how-long.tsx'
import { WithdrawalStatusTag } from '../../components/status.tsx'
import { WithdrawalTimeline } from '../../components/withdrawal-timeline.tsx'

/** Confirms a withdrawal that the member requested; its address can be opened again. */
export default function WithdrawalRequested() {
  const [params] = useSearchParams()
  const id = params.get('id')

  return id ? <WithdrawalById id={id} /> : <Navigate to="/dashboard/withdraw-history" replace />
}

function WithdrawalById({ id }: { id: string }) {
  const withdrawal = useQuery(withdrawalCalls.get.queryOptions({ input: { id } }))

  return (
    <>
      <PageTitle>Withdrawal requested</PageTitle>
      {withdrawal.data ? (
        <Requested withdrawal={withdrawal.data.data} />
      ) : withdrawal.isError ? (
        <>
          <PageHeading
            title="Your withdrawal"
            back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
          />
          <ReadFailed onRetry={withdrawal.refetch} />
        </>
      ) : (
        <Panel>
          <SkeletonLines lines={8} />
        </Panel>
      )}
    </>
  )
}

function Requested({ withdrawal }: { withdrawal: OwnWithdrawal }) {
  const { _id, status, amount, fee, arrives } = withdrawal
  const isPending = status === 'pending'

  return (
    <Confirmation
      back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
      title={isPending ? 'Withdrawal successful!' : 'Your withdrawal'}
      lead={
        isPending ? 'Requested. Waiting for approval.' : <WithdrawalStatusTag status={status} />
      }
      reference={_id}
      rows={[
        { label: 'Amount', value: <Money amount={amount} /> },
        { label: 'Fee', value: <Money amount={`-${fee}`} /> },
        { label: 'You receive', value: <Money amount={arrives} /> },
        { label: 'Payment method', value: METHOD_FACTS[withdrawal.payment_method].label },
      ]}
      next={
        <>
          <WithdrawalTimeline withdrawal={withdrawal} />
          {isPending && <HowLong />}
        </>
      }
      actions={
        <>
          <ButtonLink to="/dashboard" variant="primary">
            Back to dashboard
          </ButtonLink>
          <ButtonLink to={`/dashboard/withdraw-history?open=${_id}`}>
            {isPending ? 'View or cancel this withdrawal' : 'View this withdrawal'}
          </ButtonLink>
        </>
      }
    />
  )
}
