import { useState } from 'react'
import { Link } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
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

/** The effects of confirming, and the buttons for roles that may decide. */
export function DecideDeposit({
  review: { deposit, effects, waiting },
  pending,
  onConfirm,
  onReject,
}: FootProps) {
  const confirms = usePermission('deposit.confirm')
  const rejects = usePermission('deposit.reject')

  if (!effects) return null

  const { credited, balance } = effects
  const before = <Money amount={balance.before} />

  return (
    <>
      <p>
        {deposit.member.name}’s Account Balance changes from {before} to{' '}
        <Money amount={balance.after} />. We’ll email {deposit.member.email}. Posted entries can’t
        be edited. Mistakes are corrected by a reversal, which another admin has to approve.
      </p>
      {waiting && (
        <p>
          Confirmed by {waiting.by}. Waiting for approval since{' '}
          <When at={waiting.at} timeZone="UTC" /> UTC.{' '}
          <Link to="/admin-dashboard/approvals">View approvals</Link>
        </p>
      )}
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

/** The dialog that rejects a deposit with a reason for the member. */
export function RejectDeposit({ deposit, onClose, onDone }: RejectProps) {
  const [reviewed] = useState(deposit)
  const form = useFormAction(async ({ reason = '' }) => {
    const { message } = await depositCalls.reject.call({ id: reviewed._id, reason })
    toast.success(message)
    onDone()
  })

  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={
        <>
          Reject the <Money amount={reviewed.amount} /> of {reviewed.member.name}?
        </>
      }
      effects={[
        { label: 'Account Balance', value: 'Unchanged' },
        { label: 'Emailed to', value: reviewed.member.email },
      ]}
      hint={`${reviewed.member.name} will see it in an email and in the deposit history.`}
      actionLabel="Reject deposit"
      acting="Loading...."
      {...form}
    />
  )
}
