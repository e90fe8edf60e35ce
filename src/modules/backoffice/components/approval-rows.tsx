import type { StaffPlan } from '#modules/plans/components/calls.tsx'
import { familyText } from '#modules/plans/components/plan-labels.tsx'
import {
  formatProposalAction,
  formatProposalSubject,
  getProposalCents,
} from './approval-labels.tsx'
import type { ProposalLine } from './calls.tsx'

/**
 * What one admin wants and another one decides on: a proposal, which opens here, or a draft of a
 * plan, which is published there.
 */
export type ApprovalRow = {
  id: string
  what: string
  about: string
  at: string
  by: string
  state: ProposalLine['state']
  decidedBy: string
  cents: bigint | undefined
  /** The screen where it is decided, when that isn't this one. */
  to: string | undefined
}

const formatProposer = (by: string, mine: boolean) => (mine ? `${by} (you)` : by)

export const toProposalRow = (line: ProposalLine): ApprovalRow => ({
  id: line._id,
  what: formatProposalAction(line),
  about: formatProposalSubject(line),
  at: line.proposed.at,
  by: formatProposer(line.proposed.by, line.proposed.mine),
  state: line.state,
  decidedBy: line.decided?.by ?? '',
  cents: getProposalCents(line),
  to: undefined,
})

/** The drafts that another admin than who proposed them has to publish. */
export const toPlanRows = (plans: readonly StaffPlan[]): ApprovalRow[] =>
  plans.flatMap((plan) =>
    plan.versions
      .filter(({ waits }) => waits)
      .map(({ _id: id, number, proposedAt: at, proposedBy, mine }) => ({
        id,
        what: 'Publish a plan',
        about: `${plan.name}, ${familyText(plan.family)}, version ${number}`,
        at,
        by: formatProposer(proposedBy, mine),
        state: 'waiting' as const,
        decidedBy: '',
        cents: undefined,
        to: `/admin-dashboard/plans/${plan._id}?view=versions&open=${id}`,
      })),
  )
