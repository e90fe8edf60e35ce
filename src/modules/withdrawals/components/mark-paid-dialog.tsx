import { useFormAction } from '#app-ui/use-form-action.tsx'
import { Money } from '#ui/figures/money.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { withdrawalCalls } from './calls.tsx'
import { type DecisionDialogProps, useReviewAtOpening } from './withdrawal-decision.tsx'

/** The dialog that marks an approved withdrawal as paid. */
export function PaidDialog(props: DecisionDialogProps) {
  const { withdrawal, coinAmount, held } = useReviewAtOpening(props)
  const form = useFormAction(async ({ txid = '' }) => {
    const { message } = await withdrawalCalls.paid.call({ id: withdrawal._id, txid })
    toast.success(message)
    props.onDone()
  })

  return (
    <FormDialog
      open
      onClose={props.onClose}
      title={
        <>
          Mark <Money amount={withdrawal.amount} /> to {withdrawal.member.name} as paid?
        </>
      }
      effects={[
        {
          label: 'Leaves custody',
          value: <Money amount={coinAmount} unit={withdrawal.coin} />,
        },
        { label: 'Reserved amount', value: <Money amount={held} /> },
        { label: 'Emailed to', value: withdrawal.member.email },
      ]}
      actionLabel="Mark as paid"
      acting="Loading...."
      {...form}
    >
      <TextField
        label="Transaction ID"
        name="txid"
        hint={
          'The transaction you sent. The member will see it. It can be used for one ' +
          'withdrawal only.'
        }
        autoComplete="off"
        spellCheck={false}
      />
      <p>
        Posted entries can’t be edited. Mistakes are corrected by a reversal, which another admin
        has to approve and the member can see.
      </p>
    </FormDialog>
  )
}
