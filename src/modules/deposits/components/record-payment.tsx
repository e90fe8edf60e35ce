import { useId, useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { ArrivalTimeField, toInstantText } from './arrival-fields.tsx'
import { depositCalls, type StaffDeposit } from './calls.tsx'

type Props = { deposit: StaffDeposit; live: boolean; onDone: () => void }

/** Records a payment that arrived without a proof, so that its deposit can be confirmed. */
export function RecordPayment({ deposit, live, onDone }: Props) {
  const [open, setOpen] = useState(false)
  const permitted = usePermission('deposit.confirm')

  return (
    <>
      <p>
        No proof was uploaded. If the payment arrived, record it; the deposit can be confirmed then.
      </p>
      {permitted === false && <p>{describeDeciders('deposit.confirm')}</p>}
      {permitted && (
        <FormActions>
          <Button variant="primary" onClick={() => setOpen(true)}>
            Record payment…
          </Button>
        </FormActions>
      )}
      {open && (
        <RecordPaymentDialog
          deposit={deposit}
          live={live}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            onDone()
          }}
        />
      )}
    </>
  )
}

function RecordPaymentDialog({ deposit, live, onClose, onDone }: Props & { onClose: () => void }) {
  const id = useId()
  const form = useFormAction(async ({ evidence = '', arrivedAt }) => {
    const { message } = await depositCalls.notePayment.call({
      id: deposit._id,
      evidence,
      arrivedAt: toInstantText(arrivedAt),
    })
    toast.success(message)
    onDone()
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title={
        <>
          Record the payment of <Money amount={deposit.quoted} /> by {deposit.member.name}?
        </>
      }
      effects={[
        { label: 'Account Balance', value: 'Unchanged until the deposit is confirmed' },
        { label: 'Status', value: 'Pending' },
      ]}
      actionLabel="Record payment"
      acting="Loading...."
      {...form}
    >
      <TextField
        id={id}
        label="Evidence"
        name="evidence"
        optional={!live}
        maxLength={500}
        hint="The transaction ID, bank reference or where you saw the payment."
      />
      <ArrivalTimeField needed={live} />
    </FormDialog>
  )
}
