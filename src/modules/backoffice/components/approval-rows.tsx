import type { StaffPlan } from '#modules/plans/components/calls.tsx'
import { familyText } from '#modules/plans/components/plan-labels.tsx'
import {
  formatProposalAction,
  formatProposalSubject,
  getProposalCents,
} from './approval-labels.tsx'
import type { ProposalLine } from './calls.tsx'

/** A row of the approvals list: a proposal, or a draft plan that is published on its own screen. */
export type ApprovalRow = {
  id: string
  action: string
  subject: string
  at: string
  by: string
  state: ProposalLine['state']
  decidedBy: string
  cents: bigint | undefined
  /** The screen of the decision, when it is another one. */
  to: string | undefined
}

const formatProposer = (by: string, mine: boolean) => (mine ? `${by} (you)` : by)

/** Returns the row of a proposal. */
export const toProposalRow = (line: ProposalLine): ApprovalRow => ({
  id: line._id,
  action: formatProposalAction(line),
  subject: formatProposalSubject(line),
  at: line.proposed.at,
  by: formatProposer(line.proposed.by, line.proposed.mine),
  state: line.state,
  decidedBy: line.decided?.by ?? '',
  cents: getProposalCents(line),
  to: undefined,
})

/** Returns the rows of the draft plans that a second admin has to publish. */
export const toPlanRows = (plans: readonly StaffPlan[]): ApprovalRow[] =>
  plans.flatMap((plan) =>
    plan.versions
      .filter(({ waits }) => waits)
      .map(({ _id: id, number, proposedAt: at, proposedBy, mine }) => ({
        id,
        action: 'Publish a plan',
        subject: `${plan.name}, ${familyText(plan.family)}, version ${number}`,
        at,
        by: formatProposer(proposedBy, mine),
        state: 'waiting' as const,
        decidedBy: '',
        cents: undefined,
        to: `/admin-dashboard/plans/${plan._id}?view=versions&open=${id}`,
      })),
  )
