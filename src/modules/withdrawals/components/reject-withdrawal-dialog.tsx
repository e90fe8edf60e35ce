import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Money } from '#ui/figures/money.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { withdrawalCalls } from './calls.tsx'
import { type DecisionDialogProps, useReviewAtOpening } from './withdrawal-decision.tsx'

/** The dialog that rejects a withdrawal with a reason. */
export function RejectDialog(props: DecisionDialogProps) {
  const { withdrawal, balance } = useReviewAtOpening(props)
  const { amount, member, source } = withdrawal
  const form = useFormAction(async ({ reason = '' }) => {
    const { message } = await withdrawalCalls.reject.call({ id: withdrawal._id, reason })
    toast.success(message)
    props.onDone()
  })

  return (
    <ReasonDialog
      open
      onClose={props.onClose}
      title={
        <>
          Reject the <Money amount={amount} /> of {member.name}?
        </>
      }
      effects={[
        {
          label: `${source === 'profit' ? 'Profit' : 'Account Balance'} now`,
          value: <Money amount={balance} />,
        },
        { label: 'Returned immediately', value: <Money amount={amount} /> },
        { label: 'Emailed to', value: member.email },
      ]}
      hint={`${member.name} will see it in an email and in the withdrawal history.`}
      actionLabel="Reject withdrawal"
      acting="Loading...."
      {...form}
    />
  )
}
