import { describeLoosening } from '#modules/administration/model.ts'
import {
  type ApprovalSignature,
  computeProposalState,
  findDecidingStart,
  getDecidingRoles,
  type Proposal,
  type ProposalState,
} from '#modules/approvals/model.ts'
import { describePublication, parseProposedRules } from '#modules/eligibility/model.ts'
import { findPublicationEffect } from '#modules/eligibility/queries.ts'
import type { Admin } from '#modules/identity/model.ts'
import { parseLoosening } from '#modules/settings/model.ts'
import { isForNewAddress } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import { listProposedRows } from '../queries/proposed-rows.ts'
import { listSubjectIds, loadContext, type ResponseContext } from './proposal-context.ts'

const toProposalResponse = (
  proposal: Proposal,
  { admin, now, mode, namesById, staff, signatures }: ResponseContext,
) => {
  const { id, permission, subjectId, content, contentHash, proposerLabel, proposedBy, decision } =
    proposal
  const state = computeProposalState(proposal, now)
  const mine = proposedBy === admin.id
  const mayBeDecided =
    state === 'waiting' && !mine && getDecidingRoles(permission).includes(admin.role)
  const mayDecideFrom = findDecidingStart(admin, mode, now)

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
    decided: decision && {
      by: decision.label,
      at: decision.at,
      reason: decision.reason,
      ...describeDecider(staff, decision.by),
      signed: describeSignature(signatures.get(id)),
    },
    mayDecide: mayBeDecided && !mayDecideFrom,
    mayDecideFrom: mayBeDecided ? mayDecideFrom : null,
    lines:
      permission === 'setting.loosen' ? describeLoosening(parseLoosening(content)).changes : [],
    names: Object.fromEntries(names),
    before: String(proposal.sequence),
  }
}

/** Returns with which key an approval was signed, and what was signed. */
const describeSignature = (signed: ApprovalSignature | undefined) =>
  signed ? { key: signed.keyId, kind: signed.kind, at: signed.at, hash: signed.hash } : null

/** Returns how long the decider has been on the staff, and who invited them. */
function describeDecider(staff: readonly Admin[], deciderId: string) {
  const decider = staff.find(({ id }) => id === deciderId)
  const inviter = staff.find(({ id }) => id === decider?.invitedBy)
  return { staffSince: decider?.createdAt ?? null, invitedBy: inviter?.label ?? null }
}

/**
 * Returns proposals as the contract answers them, with the names of their members, plans and staff.
 */
export async function buildProposalResponses(
  app: App,
  admin: Admin,
  proposals: readonly Proposal[],
) {
  const context = await loadContext(app, admin, proposals)
  return proposals.map((proposal) => toProposalResponse(proposal, context))
}

/** Returns one proposal as the contract answers it. */
export async function buildProposalResponse(app: App, admin: Admin, proposal: Proposal) {
  return toProposalResponse(proposal, await loadContext(app, admin, [proposal]))
}

/** Returns one proposal with the journal rows that it posts or has posted. */
export async function buildProposalDetails(app: App, admin: Admin, proposal: Proposal) {
  const { rows, more } = await listProposedRows(app, proposal)
  const ownerIds = rows.flatMap(({ debit, credit }) =>
    [debit, credit].map((code) => code.split(':')[1] ?? ''),
  )

  const context = await loadContext(app, admin, [proposal], ownerIds)
  const names = Object.fromEntries(context.namesById)

  const response = toProposalResponse(proposal, context)
  return {
    ...response,
    lines: [...response.lines, ...(await listRulesEffects(app, proposal, response.state))],
    names,
    rows,
    moreRows: more,
    newAddress: await isWithdrawalToNewAddress(app, proposal),
  }
}

/** Returns what approving waiting rules changes, in sentences; none for other proposals. */
async function listRulesEffects(
  app: App,
  { permission, content }: Proposal,
  state: ProposalState,
): Promise<string[]> {
  if (permission !== 'rules.publish' || state !== 'waiting') return []

  const { rules, effectiveFrom } = parseProposedRules(content)
  const effect = await findPublicationEffect(app.db, app, { rules, effectiveFrom })
  return describePublication(effect, effectiveFrom)
}

const isWithdrawalToNewAddress = async (
  { db, clock }: App,
  { permission, subjectId }: Proposal,
): Promise<boolean> =>
  permission === 'withdrawal.approve' && (await isForNewAddress(db, subjectId, clock.now()))
