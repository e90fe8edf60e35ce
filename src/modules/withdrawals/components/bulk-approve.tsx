import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BulkDialog, type BulkItem } from '#modules/transactions/components/bulk-dialog.tsx'
import type { BulkOutcome } from '#modules/transactions/components/use-bulk-run.tsx'
import { Money } from '#ui/figures/money.tsx'
import { type BulkWithdrawalReview, withdrawalCalls } from './calls.tsx'

type Reviewed = BulkWithdrawalReview['withdrawals'][number]

const countWithdrawals = (count: number) => `${count} ${count === 1 ? 'withdrawal' : 'withdrawals'}`

/** The dialog that approves several withdrawals, each in a transaction of its own. */
export function BulkApprove({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [input] = useState({ ids: ids.join(',') })
  const [started, setStarted] = useState(false)
  const { data, isError, refetch } = useQuery(
    withdrawalCalls.reviews.queryOptions({ input, enabled: !started }),
  )
  const ready = data?.data.ready

  return (
    <BulkDialog
      items={data?.data.withdrawals.map(toItem)}
      readFailed={isError}
      onRetry={refetch}
      formatTitle={(count) => `Approve ${countWithdrawals(count)}?`}
      actionLabel="Approve"
      formatDone={(count) => `${countWithdrawals(count)} approved`}
      effects={
        ready && [
          { label: 'Withdrawn', value: <Money amount={ready.amount} /> },
          { label: 'Net payout', value: <Money amount={ready.arrives} /> },
        ]
      }
      decide={approveOne}
      onStart={() => setStarted(true)}
      onClose={onClose}
    >
      <p>
        Approving fixes the rate and the fee of each withdrawal, one after the other. Where the
        second-approval threshold is reached, it is proposed to another admin.
      </p>
    </BulkDialog>
  )
}

const toItem = ({
  withdrawal,
  checks,
  coinAmount,
  needsSecondAdmin,
  refusal,
}: Reviewed): BulkItem => ({
  id: withdrawal._id,
  name: withdrawal.member.name,
  amount: withdrawal.amount,
  note: (
    <>
      Net payout <Money amount={withdrawal.arrives} />, about{' '}
      <Money amount={coinAmount} unit={withdrawal.coin} scale={0} />
      {needsSecondAdmin && '. Another admin also has to approve'}
    </>
  ),
  checks,
  refusal,
  to: `/admin-dashboard/withdrawals?open=${withdrawal._id}`,
})

/** Reads which of these withdrawals are ready to be approved with others. */
export async function reviewWithdrawals(ids: readonly string[]) {
  const { data } = await withdrawalCalls.reviews.call({ ids: ids.join(',') })
  return data.withdrawals.map(({ withdrawal, refusal }) => ({ id: withdrawal._id, refusal }))
}

/** Approves a withdrawal without a review of its address: the server refuses a new address. */
async function approveOne({ id }: BulkItem): Promise<BulkOutcome> {
  const { status, body } = await withdrawalCalls.approve.call({ id, addressReviewed: false })
  return { tone: status === 200 ? 'ok' : 'wait', message: body.message }
}
