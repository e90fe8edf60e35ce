import { describeApprovers, usePermission } from '#modules/approvals/components/use-permission.tsx'
import type { Permission } from '#modules/approvals/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { When } from '#ui/figures/when.tsx'
import { FormActions } from '#ui/form/form.tsx'
import { getProposalCents } from './approval-labels.tsx'
import type { ProposalDetails } from './calls.tsx'
import type { ProposalDecision } from './proposal-dialog.tsx'

type FootProps = { proposal: ProposalDetails; onAction: (action: ProposalDecision) => void }

/** States whether the current admin may decide, and renders the buttons. */
export function DecideProposal({ proposal, onAction }: FootProps) {
  const canDecide = usePermission('proposal.decide')
  const { mine, by, at } = proposal.proposed

  return (
    <>
      <p>
        {mine ? (
          <>
            Waiting for approval since <When at={at} timeZone="UTC" /> UTC. You proposed this
            yourself, so another admin has to approve it.
          </>
        ) : proposal.mayDecide ? (
          <>
            Proposed by {by}, <When at={at} timeZone="UTC" /> UTC.{' '}
            {proposal.permission === 'setting.loosen'
              ? 'Once approved, it takes effect 24 hours later, or immediately in the sandbox.'
              : 'Your approval is final and takes effect immediately.'}
          </>
        ) : proposal.mayDecideFrom ? (
          <>
            Waiting for approval. You joined, were reinstated or got a money role less than 72 hours
            ago. You can approve from <When at={proposal.mayDecideFrom} timeZone="UTC" /> UTC.
          </>
        ) : (
          <>Waiting for approval. {describeApprovers(proposal.permission as Permission)}</>
        )}
      </p>
      {(proposal.mayDecide || (mine && canDecide)) && (
        <FormActions>
          {proposal.mayDecide && (
            <Button variant="primary" onClick={() => onAction('approve')}>
              <ButtonLabel proposal={proposal} verb="Approve" />
            </Button>
          )}
          <Button onClick={() => onAction('decline')}>
            {mine ? 'Withdraw proposal…' : 'Reject…'}
          </Button>
        </FormActions>
      )}
    </>
  )
}

function ButtonLabel({ proposal, verb }: { proposal: ProposalDetails; verb: string }) {
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
