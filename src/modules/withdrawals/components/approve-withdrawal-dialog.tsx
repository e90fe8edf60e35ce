import { useFormAction } from '#app-ui/use-form-action.tsx'
import { signProposal } from '#modules/identity/components/sign-approval.tsx'
import { SigningNote } from '#modules/identity/components/signing-note.tsx'
import { Money } from '#ui/figures/money.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { AddressReview } from './address-review.tsx'
import { withdrawalCalls } from './calls.tsx'
import { type DecisionDialogProps, useReviewAtOpening } from './withdrawal-decision.tsx'

/** The dialog that approves a withdrawal. */
export function ApproveDialog(props: DecisionDialogProps) {
  const review = useReviewAtOpening(props)
  const { withdrawal, coinAmount } = review
  const form = useFormAction(async ({ addressReviewed }) => {
    const { body } = await withdrawalCalls.approve.call({
      id: withdrawal._id,
      addressReviewed: addressReviewed !== undefined,
      ...(review.proposed && { signature: await signProposal(review.proposed.proposal) }),
    })
    toast.success(body.message)
    props.onDone()
  })

  return (
    <FormDialog
      open
      onClose={props.onClose}
      title={
        <>
          Approve <Money amount={withdrawal.amount} /> for {withdrawal.member.name}?
        </>
      }
      effects={[
        { label: 'Fee', value: <Money amount={withdrawal.fee} /> },
        { label: 'Net payout', value: <Money amount={withdrawal.arrives} /> },
        {
          label: 'Payout at the current rate',
          value: (
            <>
              about <Money amount={coinAmount} unit={withdrawal.coin} />
            </>
          ),
        },
        { label: 'Approved in the last 24 hours', value: <Money amount={review.recentSum} /> },
        { label: 'Emailed to', value: withdrawal.member.email },
      ]}
      actionLabel="Approve"
      acting="Loading...."
      {...form}
    >
      <AddressReview address={withdrawal.wallet_address} isNew={review.newAddress} />
      {review.proposed && <SigningNote proposal={review.proposed.proposal} />}
      {review.needsSecondAdmin && !review.proposed && (
        <p>Another admin also has to approve before the rate and fee are fixed.</p>
      )}
    </FormDialog>
  )
}
