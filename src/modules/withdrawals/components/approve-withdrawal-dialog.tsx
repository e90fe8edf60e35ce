import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Address } from '#ui/figures/address.tsx'
import { Money } from '#ui/figures/money.tsx'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
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
        { label: 'Arrives', value: <Money amount={withdrawal.arrives} /> },
        {
          label: 'In coin, at the current rate',
          value: (
            <>
              about <Money amount={coinAmount} unit={withdrawal.coin} scale={0} />
            </>
          ),
        },
        { label: 'Approved in 24 hours before', value: <Money amount={review.recentSum} /> },
        { label: 'Mailed to', value: withdrawal.member.email },
      ]}
      actionLabel="Approve"
      acting="Loading...."
      {...form}
    >
      <div>
        <p className="muted">To this address</p>
        <Address value={withdrawal.wallet_address} />
      </div>
      {review.newAddress && (
        <CheckboxField
          name="addressReviewed"
          label="I have reviewed the address: it was saved less than a day ago."
          required
        />
      )}
      {review.needsSecondAdmin && !review.proposed && (
        <p>Another admin has to approve it too before rate and fee are fixed.</p>
      )}
    </FormDialog>
  )
}
