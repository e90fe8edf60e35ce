import { useFormAction } from '#app-ui/use-form-action.tsx'
import { signProposal } from '#modules/identity/components/sign-approval.tsx'
import { SigningNote } from '#modules/identity/components/signing-note.tsx'
import { AddressReview } from '#modules/withdrawals/components/address-review.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { readText } from './approval-labels.tsx'
import { backofficeCalls, type ProposalDetails } from './calls.tsx'
import { ProposalQuestion } from './proposal-question.tsx'

export type ProposalDecision = 'approve' | 'decline'

type DialogProps = {
  action: ProposalDecision
  proposal: ProposalDetails
  onClose: () => void
  /** Called after a rejected call too, because another admin may have decided meanwhile. */
  onAnswered: () => void
  onDone: () => void
}

/** Asks to confirm the decision on exactly the content that is displayed. */
export const ProposalDialog = (props: DialogProps) =>
  props.action === 'approve' ? <ApproveDialog {...props} /> : <DeclineDialog {...props} />

function useDecision({ proposal, onAnswered, onDone }: DialogProps, sendDecision: SendDecision) {
  return useFormAction(async (fields) => {
    try {
      const { message } = await sendDecision({ id: proposal._id, hash: proposal.hash }, fields)
      toast.success(message)
      onDone()
    } finally {
      onAnswered()
    }
  })
}

type SendDecision = (
  proposal: { id: string; hash: string },
  fields: Record<string, string>,
) => Promise<{ message: string }>

function ApproveDialog(props: DialogProps) {
  const { proposal, onClose } = props
  const posted = proposal.rows.length + proposal.moreRows
  const address = readText(proposal.content, 'address')
  const form = useDecision(props, async (target, { addressReviewed }) =>
    backofficeCalls.approve.call({
      ...target,
      addressReviewed: addressReviewed !== undefined,
      signature: await signProposal(target.id),
    }),
  )

  return (
    <FormDialog
      open
      onClose={onClose}
      title={<ProposalQuestion proposal={proposal} verb="Approve" />}
      effects={[
        { label: 'Proposed by', value: proposal.proposed.by },
        ...(posted > 0 ? [{ label: 'Entries to post', value: String(posted) }] : []),
      ]}
      actionLabel={posted > 0 ? 'Approve and post' : 'Approve'}
      acting="Loading...."
      {...form}
    >
      {proposal.permission === 'withdrawal.approve' && address && (
        <AddressReview address={address} isNew={proposal.newAddress} />
      )}
      <SigningNote proposal={proposal._id} />
      {posted > 0 && (
        <p>
          Posted entries can’t be edited. A mistake is undone by new entries, which two admins
          approve.
        </p>
      )}
    </FormDialog>
  )
}

function DeclineDialog(props: DialogProps) {
  const { proposal, onClose } = props
  const { mine, by } = proposal.proposed
  const form = useDecision(props, (target, { reason = '' }) =>
    backofficeCalls.decline.call({ ...target, reason }),
  )

  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={<ProposalQuestion proposal={proposal} verb={mine ? 'Withdraw the' : 'Reject the'} />}
      hint={mine ? 'Shown with the proposal.' : `${by} will see it here. Nothing is posted.`}
      actionLabel={mine ? 'Withdraw proposal' : 'Reject'}
      acting="Loading...."
      {...form}
    />
  )
}
