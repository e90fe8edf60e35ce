import { computeProposalState, getDecidingRoles, type Proposal } from '#modules/approvals/model.ts'
import type { Admin } from '#modules/identity/model.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import { listPlanTitles } from '#modules/plans/queries.ts'
import type { App } from '#platform/app.ts'
import { listProposedRows } from '../queries/proposed-rows.ts'

const toProposalResponse = (
  proposal: Proposal,
  admin: Admin,
  now: Date,
  namesById: ReadonlyMap<string, string>,
) => {
  const { id, permission, subjectId, content, contentHash, proposerLabel, proposedBy, decision } =
    proposal
  const state = computeProposalState(proposal, now)
  const mine = proposedBy === admin.id

  const names = listSubjectIds(proposal).flatMap((subject) => {
    const name = namesById.get(subject)
    return name === undefined ? [] : [[subject, name]]
  })

  return {
    _id: id,
    permission,
    subject: subjectId,
    state,
    content,
    hash: contentHash,
    expiresAt: proposal.expiresAt,
    proposed: { by: proposerLabel, at: proposal.proposedAt, mine },
    decided: decision && { by: decision.label, at: decision.at, reason: decision.reason },
    mayDecide: state === 'waiting' && !mine && getDecidingRoles(permission).includes(admin.role),
    names: Object.fromEntries(names),
    before: String(proposal.sequence),
  }
}

const listSubjectIds = ({ content, subjectId }: Proposal): string[] =>
  [content.memberId, content.planId, subjectId].flatMap((id) => (typeof id === 'string' ? id : []))

async function loadNames({ db }: App, ids: readonly string[]): Promise<Map<string, string>> {
  const pickIds = (prefix: string) => [...new Set(ids.filter((id) => id.startsWith(prefix)))]
  const members = await listMembersById(db, pickIds('mem_'))

  return new Map([
    ...(await listPlanTitles(db, pickIds('pln_'))),
    ...[...members].map(([id, { label }]) => [id, label] as const),
  ])
}

/** Returns proposals as the contract answers them, with the names of their members and plans. */
export async function buildProposalResponses(
  app: App,
  admin: Admin,
  proposals: readonly Proposal[],
) {
  const names = await loadNames(app, proposals.flatMap(listSubjectIds))
  const now = app.clock.now()
  return proposals.map((proposal) => toProposalResponse(proposal, admin, now, names))
}

/** Returns one proposal as the contract answers it. */
export async function buildProposalResponse(app: App, admin: Admin, proposal: Proposal) {
  const names = await loadNames(app, listSubjectIds(proposal))
  return toProposalResponse(proposal, admin, app.clock.now(), names)
}

/** Returns one proposal with the journal rows that it posts or has posted. */
export async function buildProposalDetails(app: App, admin: Admin, proposal: Proposal) {
  const { rows, more } = await listProposedRows(app, proposal)
  const ownerIds = rows.flatMap(({ debit, credit }) =>
    [debit, credit].map((code) => code.split(':')[1] ?? ''),
  )

  const names = await loadNames(app, [...listSubjectIds(proposal), ...ownerIds])
  const response = toProposalResponse(proposal, admin, app.clock.now(), names)

  return { ...response, names: Object.fromEntries(names), rows, moreRows: more }
}
