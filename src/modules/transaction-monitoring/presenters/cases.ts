import { invariant } from '#lib/invariant.ts'
import { listApproverLabels, listProposals } from '#modules/approvals/queries.ts'
import { FORMER_STAFF_LABEL, type Member } from '#modules/identity/model.ts'
import { listMembersById, listStaff } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { CLEAR_PERMISSION, describeFinding, type MonitoringCase } from '../model.ts'
import { listCaseNotes, listTransactionsById } from '../queries.ts'

type Source = Pick<App, 'db' | 'clock'>

const MAX_PROPOSALS = 200

/** Returns the names of the staff by id. */
const listStaffLabels = async ({ db }: Source) =>
  new Map((await listStaff(db)).map(({ id, label }) => [id, label]))

/** Returns cases as staff see them, with names, transactions and waiting proposals. */
export const buildCaseResponses = async (app: Source, cases: readonly MonitoringCase[]) =>
  (await buildCasesWithAddress(app, cases)).map(({ response }) => response)

/**
 * Returns cases as staff see them, each with the address of its transaction and how its member is
 * reached, for its file alone.
 */
export async function buildCasesWithAddress(app: Source, cases: readonly MonitoringCase[]) {
  const members = await listMembersById(
    app.db,
    cases.map(({ memberId }) => memberId),
  )
  const transactions = await listTransactionsById(
    app.db,
    cases.map(({ subjectId }) => subjectId),
  )
  const staff = await listStaffLabels(app)
  const approvers = await listApproverLabels(
    app.db,
    cases.map(({ approvalId }) => approvalId),
  )
  const proposals = await listProposals(app.db, app.clock.now(), {
    state: 'waiting',
    limit: MAX_PROPOSALS,
  })
  const waiting = new Map(
    proposals
      .filter(({ permission }) => permission === CLEAR_PERMISSION)
      .map((proposal) => [proposal.subjectId, proposal]),
  )

  return cases.map((one) => {
    const { id, memberId, subjectId, facts: _facts, decidedBy, approvalId, ...rest } = one
    const transaction = transactions.get(subjectId)
    invariant(transaction, 'a monitored transaction is never deleted')

    const { id: _id, cents: amount, address, ...movement } = transaction
    const proposal = waiting.get(id)

    const response = {
      ...rest,
      _id: id,
      member: { _id: memberId, name: members.get(memberId)?.label ?? 'Erased member' },
      transaction: { ...movement, _id, amount },
      finding: describeFinding(one),
      decidedBy: decidedBy && (staff.get(decidedBy) ?? FORMER_STAFF_LABEL),
      approvedBy: approvalId && (approvers.get(approvalId) ?? FORMER_STAFF_LABEL),
      waiting: proposal ? { by: proposal.proposerLabel, at: proposal.proposedAt } : null,
    }
    return { response, address: address ?? null, contact: toContact(members.get(memberId)) }
  })
}

/** Returns how a member is reached; nothing of a closed account. */
const toContact = (member: Member | undefined) => {
  const open = member?.status === 'closed' ? undefined : member
  const { email = null, phoneNumber = null, country = null } = open ?? {}

  return { email, phoneNumber, country }
}

/** Returns the notes of a case as staff see them. */
export async function buildNoteResponses(app: Source, caseId: string) {
  const staff = await listStaffLabels(app)

  return (await listCaseNotes(app.db, caseId)).map(({ id, author, ...note }) => ({
    ...note,
    _id: id,
    author: staff.get(author) ?? FORMER_STAFF_LABEL,
  }))
}
