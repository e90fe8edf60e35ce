import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ReversalDialog, WaitingReversal } from '#modules/transactions/components/reversal.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { planCalls } from './calls.tsx'
import type { PlanResult } from './plan-result-columns.tsx'

type Props = { income: PlanResult; onClose: () => void }

/** Proposes to reverse an income, or says why it can't be reversed. */
export function ReverseIncome({ income, onClose }: Props) {
  const queries = useQueryClient()
  const { _id: id, amount, description } = income
  const { data, error } = useQuery(planCalls.incomeReversal.queryOptions({ input: { id } }))
  const preview = data?.data
  const title = (
    <>
      Reverse the income of <Money amount={amount} />?
    </>
  )

  if (!preview || preview.waiting || preview.refusal)
    return (
      <Dialog
        open
        onClose={onClose}
        title={title}
        actions={<Button onClick={onClose}>Go back</Button>}
      >
        {error && <p role="alert">{error.message}</p>}
        {!error && !preview && <p>Loading...</p>}
        {preview?.waiting && <WaitingReversal waiting={preview.waiting} />}
        {!preview?.waiting && preview?.refusal && <p>{preview.refusal}</p>}
      </Dialog>
    )

  return (
    <ReversalDialog
      title={title}
      effects={[{ label: 'Income', value: description }]}
      hint="Shown with the income and in the audit log."
      entries={preview.entries}
      onPropose={(reason) => planCalls.reverseIncome.call({ id, reason })}
      onClose={onClose}
      onDone={() => {
        onClose()
        void queries.invalidateQueries()
      }}
    >
      After the reversal, the payment can be recorded once more.
    </ReversalDialog>
  )
}
