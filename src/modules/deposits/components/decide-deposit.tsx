import { useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type DepositReview, depositCalls, type StaffDeposit } from './calls.tsx'

type FootProps = {
  review: DepositReview
  pending: boolean
  onConfirm: () => void
  onReject: () => void
}

/** What confirming does, and the buttons; for who only reads, who decides. */
export function DecideDeposit({
  review: { deposit, effects },
  pending,
  onConfirm,
  onReject,
}: FootProps) {
  const confirms = usePermission('deposit.confirm')
  const rejects = usePermission('deposit.reject')

  if (!effects) return null

  const { credited, balance } = effects

  return (
    <>
      <p>
        {deposit.member.name}’s Account Balance goes from <Money amount={balance.before} /> to{' '}
        <Money amount={balance.after} />, and {deposit.member.email} is mailed. Posted entries can’t
        be edited, only reversed with a second entry.
      </p>
      {confirms === false && <p>{describeDeciders('deposit.confirm')}</p>}
      {(confirms || rejects) && (
        <FormActions>
          {confirms && (
            <Button
              variant="primary"
              pending={pending}
              pendingLabel="Loading...."
              onClick={onConfirm}
            >
              Confirm <Money amount={credited} />…
            </Button>
          )}
          {rejects && <Button onClick={onReject}>Reject…</Button>}
        </FormActions>
      )}
    </>
  )
}

type RejectProps = { deposit: StaffDeposit; onClose: () => void; onDone: () => void }

/** Asks why, in words that the member reads. */
export function RejectDeposit({ deposit, onClose, onDone }: RejectProps) {
  const [now] = useState(deposit)
  const form = useFormAction(async ({ reason = '' }) => {
    const { message } = await depositCalls.reject.call({ id: now._id, reason })
    toast.success(message)
    onDone()
  })

  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={
        <>
          Reject the <Money amount={now.amount} /> of {now.member.name}?
        </>
      }
      effects={[
        { label: 'Account Balance', value: 'stays as it is' },
        { label: 'Mailed to', value: now.member.email },
      ]}
      hint={`${now.member.name} reads it in the mail and in the deposit’s history.`}
      actionLabel="Reject deposit"
      acting="Loading...."
      {...form}
    />
  )
}
