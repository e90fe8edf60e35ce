import type { Proposal } from '#modules/approvals/model.ts'
import { listApproverLabels, listProposals } from '#modules/approvals/queries.ts'
import { FORMER_STAFF_LABEL } from '#modules/identity/model.ts'
import { listMembersById, listStaff } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { parseRefusal, REFUSAL_PERMISSION, type Verification } from '../model.ts'

const MAX_WAITING = 200

const DECIDED_ELSEWHERE = 'Candor'

type Names = {
  members: ReadonlyMap<string, { label: string }>
  staff: ReadonlyMap<string, string>
  approvers: ReadonlyMap<string, string>
  waiting: ReadonlyMap<string, Proposal>
}

export async function readNames(app: App, verifications: readonly Verification[]): Promise<Names> {
  const members = await listMembersById(
    app.db,
    verifications.map(({ memberId }) => memberId),
  )
  const staff = await listStaff(app.db)
  const approvers = await listApproverLabels(
    app.db,
    verifications.map(({ approvalId }) => approvalId),
  )
  const proposals = await listProposals(app.db, app.clock.now(), {
    state: 'waiting',
    limit: MAX_WAITING,
  })

  return {
    members,
    staff: new Map(staff.map(({ id, label }) => [id, label])),
    approvers,
    waiting: new Map(
      proposals
        .filter(({ permission }) => permission === REFUSAL_PERMISSION)
        .map((proposal) => [proposal.subjectId, proposal]),
    ),
  }
}

export function toLine(
  { members, staff, approvers, waiting }: Names,
  now: Date,
  verification: Verification,
) {
  const { id, memberId, name, status, dueAt, decidedBy, approvalId } = verification
  const proposal = waiting.get(id)

  return {
    _id: id,
    member: { _id: memberId, name: members.get(memberId)?.label ?? name ?? 'Closed account' },
    level: verification.level,
    status,
    provider: verification.provider,
    begunAt: verification.begunAt,
    submittedAt: verification.submittedAt,
    dueAt,
    overdue: status === 'in_review' && dueAt !== null && dueAt <= now,
    decidedAt: verification.decidedAt,
    decidedBy:
      decidedBy &&
      (decidedBy === 'system' ? DECIDED_ELSEWHERE : (staff.get(decidedBy) ?? FORMER_STAFF_LABEL)),
    approvedBy: approvalId && (approvers.get(approvalId) ?? FORMER_STAFF_LABEL),
    expiresOn: verification.expiresOn,
    waiting: proposal
      ? {
          by: proposal.proposerLabel,
          at: proposal.proposedAt,
          reason: parseRefusal(proposal.content).reason,
        }
      : null,
  }
}

/** Returns verifications as the queue of the staff shows them. */
export async function buildQueueLines(app: App, verifications: readonly Verification[]) {
  const names = await readNames(app, verifications)
  const now = app.clock.now()
  return verifications.map((verification) => toLine(names, now, verification))
}
