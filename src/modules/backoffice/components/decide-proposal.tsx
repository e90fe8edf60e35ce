import { useFormAction } from '#app-ui/use-form-action.tsx'
import { describeApprovers, usePermission } from '#modules/approvals/components/use-permission.tsx'
import type { Permission } from '#modules/approvals/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { ReasonDialog } from '#ui/overlay/reason-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'
import {
  formatProposalAction,
  formatProposalSubject,
  getProposalCents,
} from './approval-labels.tsx'
import { backofficeCalls, type WholeProposal } from './calls.tsx'

export type ProposalDecision = 'approve' | 'decline'

type FootProps = { proposal: WholeProposal; onAction: (act: ProposalDecision) => void }

/** Whether the one who looks may decide, told in a sentence, and the buttons. */
export function DecideProposal({ proposal, onAction }: FootProps) {
  const decides = usePermission('proposal.decide')
  const { mine, by, at } = proposal.proposed

  return (
    <>
      <p>
        {mine ? (
          <>
            Waiting for approval since <When at={at} timeZone="UTC" /> UTC. You proposed this
            yourself; another admin has to approve it.
          </>
        ) : proposal.mayDecide ? (
          <>
            {by} proposed it <When at={at} timeZone="UTC" /> UTC. Yours is the second yes: it is
            carried out at once.
          </>
        ) : (
          <>Waiting for approval. {describeApprovers(proposal.permission as Permission)}</>
        )}
      </p>
      {(proposal.mayDecide || (mine && decides)) && (
        <FormActions>
          {proposal.mayDecide && (
            <Button variant="primary" onClick={() => onAction('approve')}>
              <Titled proposal={proposal} verb="Approve" />
            </Button>
          )}
          <Button onClick={() => onAction('decline')}>{mine ? 'Take it back…' : 'Reject…'}</Button>
        </FormActions>
      )}
    </>
  )
}

function Titled({ proposal, verb }: { proposal: WholeProposal; verb: string }) {
  const cents = getProposalCents(proposal)
  return (
    <span>
      {verb}
      {cents !== undefined && (
        <>
          {' '}
          <Money amount={cents} />
        </>
      )}
      …
    </span>
  )
}

type DialogProps = {
  action: ProposalDecision
  proposal: WholeProposal
  onClose: () => void
  /** Also when it was refused: somebody else may have decided meanwhile. */
  onAnswered: () => void
  onDone: () => void
}

/** Names the amount and what it is about, and decides on exactly what was shown. */
export const ProposalDialog = (props: DialogProps) =>
  props.action === 'approve' ? <ApproveDialog {...props} /> : <DeclineDialog {...props} />

function useDecision({ proposal, onAnswered, onDone }: DialogProps, decide: Decision) {
  return useFormAction(async (fields) => {
    try {
      const { message } = await decide({ id: proposal._id, hash: proposal.hash }, fields)
      toast.success(message)
      onDone()
    } finally {
      onAnswered()
    }
  })
}

type Decision = (
  about: { id: string; hash: string },
  fields: Record<string, string>,
) => Promise<{ message: string }>

function Question({ proposal, verb }: { proposal: WholeProposal; verb: string }) {
  const cents = getProposalCents(proposal)
  return (
    <>
      {verb} {formatProposalAction(proposal).toLowerCase()}
      {cents !== undefined && (
        <>
          {' of '}
          <Money amount={cents} />
        </>
      )}
      , {formatProposalSubject(proposal)}?
    </>
  )
}

function ApproveDialog(props: DialogProps) {
  const { proposal, onClose } = props
  const posted = proposal.rows.length + proposal.moreRows
  const form = useDecision(props, (about) => backofficeCalls.approve.call(about))

  return (
    <FormDialog
      open
      onClose={onClose}
      title={<Question proposal={proposal} verb="Approve" />}
      effects={[
        { label: 'Proposed by', value: proposal.proposed.by },
        { label: 'Rows that it posts', value: String(posted) },
      ]}
      actionLabel="Approve and carry out"
      acting="Loading...."
      {...form}
    >
      {posted > 0 && (
        <p>
          Posted entries can’t be edited. A mistake is put right with a second entry that members
          can see.
        </p>
      )}
    </FormDialog>
  )
}

function DeclineDialog(props: DialogProps) {
  const { proposal, onClose } = props
  const { mine, by } = proposal.proposed
  const form = useDecision(props, (about, { reason = '' }) =>
    backofficeCalls.decline.call({ ...about, reason }),
  )

  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={<Question proposal={proposal} verb={mine ? 'Take back the' : 'Reject the'} />}
      hint={
        mine ? 'It stays here beside what you proposed.' : `${by} reads it here. Nothing is posted.`
      }
      actionLabel={mine ? 'Take it back' : 'Reject'}
      acting="Loading...."
      {...form}
    />
  )
}
