import { type ReactNode, useState } from 'react'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents } from '#lib/money.ts'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Address } from '#ui/figures/address.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { type WithdrawalReview, withdrawalCalls } from './calls.tsx'

export type WithdrawalDecision = { kind: 'approve' | 'reject' | 'paid'; review: WithdrawalReview }

/** Returns whether a second admin has to approve this withdrawal. */
const needsSecond = ({ withdrawal: { amount }, secondAdminFrom }: WithdrawalReview) =>
  toCents(amount) >= toCents(secondAdminFrom)

function describeConsequence(review: WithdrawalReview): ReactNode {
  const { withdrawal, proposed, secondAdminFrom } = review
  if (withdrawal.status === 'approved')
    return (
      'Send exactly the coin amount to the address, then enter its transaction id. Posted ' +
      'entries can’t be edited.'
    )

  if (proposed)
    return (
      <>
        Waiting for approval: {proposed.mine ? 'you' : proposed.by} approved it{' '}
        <When at={proposed.at} timeZone="UTC" /> UTC.{' '}
        {proposed.mine ? 'Another admin has to approve it too.' : 'Yours is the second approval.'}
      </>
    )

  if (needsSecond(review))
    return (
      <>
        From <Money amount={secondAdminFrom} /> two admins approve. Yours is the first; another one
        follows.
      </>
    )

  return (
    'Approving fixes rate, coin amount and fee. Nothing leaves custody until it is marked as ' +
    'paid.'
  )
}

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
          {rejects && <Button onClick={startDecision('reject')}>Reject…</Button>}
        </FormActions>
      )}
    </>
  )
}

type DialogProps = { decision: WithdrawalDecision; onClose: () => void; onDone: () => void }

const DIALOGS = { approve: ApproveDialog, reject: RejectDialog, paid: PaidDialog }

/** The dialog of one decision, with its effects. */
export function WithdrawalDialog(props: DialogProps) {
  const Dialog = DIALOGS[props.decision.kind]
  return <Dialog {...props} />
}

/** Returns the review as it was when the dialog opened, also after the list is read again. */
const useReviewAtOpening = ({ decision }: DialogProps) => useState(decision.review)[0]

function ApproveDialog(props: DialogProps) {
  const review = useReviewAtOpening(props)
  const { withdrawal, coinAmount } = review
  const form = useFormAction(async () => {
    const { body } = await withdrawalCalls.approve.call({ id: withdrawal._id })
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
      {needsSecond(review) && !review.proposed && (
        <p>Another admin has to approve it too before rate and fee are fixed.</p>
      )}
    </FormDialog>
  )
}

function PaidDialog(props: DialogProps) {
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
          value: <Money amount={coinAmount} unit={withdrawal.coin} scale={0} />,
        },
        { label: 'On hold before', value: <Money amount={held} /> },
        { label: 'Mailed to', value: withdrawal.member.email },
      ]}
      actionLabel="Mark as paid"
      acting="Loading...."
      {...form}
    >
      <TextField
        label="Transaction id"
        name="txid"
        hint="Of the transaction that you have sent. The member sees it; it pays one withdrawal."
        autoComplete="off"
        spellCheck={false}
      />
      <p>
        Posted entries can’t be edited. A mistake is corrected with a second entry that members can
        see.
      </p>
    </FormDialog>
  )
}

function RejectDialog(props: DialogProps) {
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
        { label: 'Comes back at once', value: <Money amount={amount} /> },
        { label: 'Mailed to', value: member.email },
      ]}
      hint={`${member.name} reads it in the mail and in the withdrawal’s history.`}
      actionLabel="Reject withdrawal"
      acting="Loading...."
      {...form}
    />
  )
}
