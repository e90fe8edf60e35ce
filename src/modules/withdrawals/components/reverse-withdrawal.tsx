import { Link } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { JournalLines, toAccountNames } from '#modules/ledger/components/journal-lines.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { TextAreaField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type WithdrawalReview, withdrawalCalls } from './calls.tsx'
import { type DecisionDialogProps, useReviewAtOpening } from './withdrawal-decision.tsx'

type FootProps = { review: WithdrawalReview; onReverse: () => void }

/** Opens the reversal of a payment, or says why it can't be reversed. */
export function ReverseFoot({ review: { reversal }, onReverse }: FootProps) {
  const reverses = usePermission('withdrawal.reverse')

  if (!reversal) return null

  const { waiting, refusal } = reversal
  if (waiting)
    return (
      <p>
        Reversal waiting for approval: proposed by {waiting.by} on{' '}
        <When at={waiting.at} timeZone="UTC" /> UTC.{' '}
        <Link to="/admin-dashboard/approvals">Open approvals</Link>
      </p>
    )
  if (reverses === false) return <p>{describeDeciders('withdrawal.reverse')}</p>

  return (
    <>
      {refusal && <p>{refusal}</p>}
      {reverses && !refusal && (
        <FormActions>
          <Button onClick={onReverse}>Reverse…</Button>
        </FormActions>
      )}
    </>
  )
}

/** The dialog that proposes to reverse a payment: its reason, and the rows that it will post. */
export function ReverseDialog(props: DecisionDialogProps) {
  const { withdrawal, coinAmount, reversal } = useReviewAtOpening(props)
  const { member, amount, source, coin } = withdrawal
  const form = useFormAction(async ({ reason = '' }) => {
    const { message } = await withdrawalCalls.reverse.call({ id: withdrawal._id, reason })
    toast.success(message)
    props.onDone()
  })

  return (
    <FormDialog
      open
      onClose={props.onClose}
      title={
        <>
          Reverse the payment of <Money amount={amount} /> to {member.name}?
        </>
      }
      effects={[
        {
          label: source === 'profit' ? 'Back to profit' : 'Back to cash',
          value: <Money amount={amount} />,
        },
        { label: 'Back in custody', value: <Money amount={coinAmount} unit={coin} scale={0} /> },
        { label: 'Mailed to', value: member.email },
      ]}
      actionLabel="Propose reversal"
      acting="Loading...."
      {...form}
    >
      <TextAreaField
        label="Reason"
        name="reason"
        hint={`${member.name} reads it in the mail and in the withdrawal’s history.`}
        maxLength={1000}
      />
      {reversal && (
        <JournalLines
          caption="What the reversal will post"
          rows={reversal.entries}
          names={toAccountNames(member._id, member.name)}
        />
      )}
      <p>
        Reverse a payment only when it came back or was never made. Another admin with the role
        finance or owner has to approve exactly this. Nothing is posted until then.
      </p>
    </FormDialog>
  )
}
