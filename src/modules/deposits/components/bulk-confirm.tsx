import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BulkDialog, type BulkItem } from '#modules/transactions/components/bulk-dialog.tsx'
import type { BulkOutcome } from '#modules/transactions/components/use-bulk-run.tsx'
import { Money } from '#ui/figures/money.tsx'
import { type BulkDepositReview, depositCalls } from './calls.tsx'

type Reviewed = BulkDepositReview['deposits'][number]
type Item = BulkItem & Pick<Reviewed, 'credited' | 'invested'>

const countDeposits = (count: number) => `${count} ${count === 1 ? 'deposit' : 'deposits'}`

/** The dialog that confirms several deposits as quoted, each in a transaction of its own. */
export function BulkConfirm({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [input] = useState({ ids: ids.join(',') })
  const [started, setStarted] = useState(false)
  const { data, isError, refetch } = useQuery(
    depositCalls.reviews.queryOptions({ input, enabled: !started }),
  )
  const ready = data?.data.ready

  return (
    <BulkDialog
      items={data?.data.deposits.map(toItem)}
      readFailed={isError}
      onRetry={refetch}
      formatTitle={(count) => `Confirm ${countDeposits(count)}?`}
      actionLabel="Confirm and post"
      formatDone={(count) => `${countDeposits(count)} confirmed`}
      effects={
        ready && [
          { label: 'Credited to members', value: <Money amount={ready.credited} /> },
          { label: 'Of this invested in plans', value: <Money amount={ready.invested} /> },
        ]
      }
      decide={confirmAsReviewed}
      onStart={() => setStarted(true)}
      onClose={onClose}
    >
      <p>
        Each deposit is confirmed as quoted and posted on its own. Posted entries can’t be edited.
        Mistakes are corrected by a reversal, which another admin has to approve.
      </p>
    </BulkDialog>
  )
}

const toItem = ({ deposit, checks, credited, invested, refusal }: Reviewed): Item => ({
  id: deposit._id,
  name: deposit.member.name,
  amount: credited,
  note: (
    <>
      <Money amount={deposit.coinAmount} unit={deposit.coin} scale={0} />,{' '}
      <Money amount={invested} /> invested in {deposit.plan}
    </>
  ),
  checks,
  refusal,
  to: `/admin-dashboard/alltransaction?open=${deposit._id}`,
  credited,
  invested,
})

/** Reads which of these deposits are ready to be confirmed with others. */
export async function reviewDeposits(ids: readonly string[]) {
  const { data } = await depositCalls.reviews.call({ ids: ids.join(',') })
  return data.deposits.map(({ deposit, refusal }) => ({ id: deposit._id, refusal }))
}

/** Confirms a deposit with the figures that its review showed; the server refuses any others. */
async function confirmAsReviewed({ id, credited, invested }: Item): Promise<BulkOutcome> {
  const { status, body } = await depositCalls.confirm.call({ id, credited, invested })
  return { tone: status === 200 ? 'ok' : 'wait', message: body.message }
}
