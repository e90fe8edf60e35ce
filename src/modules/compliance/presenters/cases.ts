import { listApproverLabels, listProposals } from '#modules/approvals/queries.ts'
import { FORMER_STAFF_LABEL } from '#modules/identity/model.ts'
import { listMembersById, listStaff } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { DISMISSAL_PERMISSION, type ScreeningCase, type ScreeningList } from '../model.ts'

/** The person as displayed in a decided case of a closed account. */
const CLOSED = { name: 'Closed account', birthDate: null, country: null }

/** Returns cases as staff see them, with names and the dismissals that wait for a second admin. */
export async function buildCaseResponses(
  app: Pick<App, 'db' | 'clock'>,
  cases: readonly ScreeningCase[],
) {
  const members = await listMembersById(
    app.db,
    cases.map(({ memberId }) => memberId),
  )
  const staff = new Map((await listStaff(app.db)).map(({ id, label }) => [id, label]))
  const approvers = await listApproverLabels(
    app.db,
    cases.map(({ approvalId }) => approvalId),
  )
  const proposals = await listProposals(app.db, app.clock.now(), { state: 'waiting', limit: 200 })
  const waiting = new Map(
    proposals
      .filter(({ permission }) => permission === DISMISSAL_PERMISSION)
      .map((proposal) => [proposal.subjectId, proposal]),
  )

  return cases.map((one) => {
    const { id, memberId, contentHash: _hash, decidedBy, approvalId, person, ...rest } = one
    const proposal = waiting.get(id)

    return {
      ...rest,
      _id: id,
      member: { _id: memberId, name: members.get(memberId)?.label ?? person.name },
      person: members.get(memberId)?.status === 'closed' && one.status !== 'open' ? CLOSED : person,
      decidedBy: decidedBy && (staff.get(decidedBy) ?? FORMER_STAFF_LABEL),
      approvedBy: approvalId && (approvers.get(approvalId) ?? FORMER_STAFF_LABEL),
      waiting: proposal ? { by: proposal.proposerLabel, at: proposal.proposedAt } : null,
    }
  })
}

/** Returns a list's version as staff see it. */
export const toListResponse = ({ id, ...list }: ScreeningList) => ({ ...list, _id: id })
