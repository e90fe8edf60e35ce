import type { ReactNode } from 'react'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import type { WithdrawalReview } from './calls.tsx'
import type { WithdrawalDecision } from './withdrawal-decision.tsx'

function describeConsequence(review: WithdrawalReview): ReactNode {
  const { withdrawal, proposed, secondAdminFrom } = review
  if (withdrawal.status === 'approved')
    return (
      'Send the exact crypto amount to the address, then enter the transaction ID. Posted ' +
      'entries can’t be edited.'
    )

  if (proposed)
    return (
      <>
        {`Approved by ${proposed.mine ? 'you' : proposed.by}, `}
        <When at={proposed.at} timeZone="UTC" /> UTC.{' '}
        {proposed.mine
          ? 'Waiting for a second admin.'
          : 'Waiting for your approval, which is final.'}
      </>
    )

  if (review.needsSecondAdmin)
    return (
      <>
        Two admins have to approve from <Money amount={secondAdminFrom} /> in 24 hours. Yours is the
        first approval.
      </>
    )

  return (
    'Approval fixes the rate, crypto amount and fee. Custody changes only when it’s marked as ' +
    'paid.'
  )
}

const describeBatch = ({ number, exportedAt }: { number: number; exportedAt: string | null }) =>
  exportedAt
    ? `Exported for payment in batch ${number}, so it can’t be rejected. ` +
      'Two admins can cancel the batch.'
    : `In batch ${number}, so it can’t be rejected. Cancel the batch first.`

type FootProps = { review: WithdrawalReview; onDecide: (decision: WithdrawalDecision) => void }

/** The effects of the decision, and the buttons for roles that may decide. */
export function DecideWithdrawal({ review, onDecide }: FootProps) {
  const approves = usePermission('withdrawal.approve')
  const pays = usePermission('withdrawal.pay')
  const rejects = usePermission('withdrawal.reject')
  const { withdrawal, proposed } = review
  const startDecision = (kind: WithdrawalDecision['kind']) => () => onDecide({ kind, review })

  return (
    <>
      <p>{describeConsequence(review)}</p>
      {withdrawal.payoutBatch && <p>{describeBatch(withdrawal.payoutBatch)}</p>}
      {approves === false && <p>{describeDeciders('withdrawal.approve')}</p>}
      {(approves || pays || rejects) && (
        <FormActions>
          {pays && withdrawal.status === 'approved' && (
            <Button variant="primary" onClick={startDecision('paid')}>
              Mark as paid…
            </Button>
          )}
          {approves && withdrawal.status === 'pending' && !proposed?.mine && (
            <Button variant="primary" onClick={startDecision('approve')}>
              <span>
                Approve <Money amount={withdrawal.amount} />…
              </span>
            </Button>
          )}
          {rejects && !withdrawal.payoutBatch && (
            <Button onClick={startDecision('reject')}>Reject…</Button>
          )}
        </FormActions>
      )}
    </>
  )
}
