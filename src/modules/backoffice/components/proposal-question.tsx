import { Money } from '#ui/figures/money.tsx'
import {
  formatProposalAction,
  formatProposalSubject,
  getProposalCents,
} from './approval-labels.tsx'
import type { ProposalDetails } from './calls.tsx'

const formatInSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export function ProposalQuestion({ proposal, verb }: { proposal: ProposalDetails; verb: string }) {
  const cents = getProposalCents(proposal)
  return (
    <>
      {verb} {formatInSentence(formatProposalAction(proposal))}
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
