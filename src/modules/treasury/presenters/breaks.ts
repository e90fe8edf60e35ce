import { formatAmount } from '#lib/money.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal, getProposal } from '#modules/approvals/queries.ts'
import type { App } from '#platform/app.ts'
import { parseCustodyCode } from '../model.ts'
import type { Break } from '../queries.ts'
import { loadStaffNames, type StaffNameLookup, toBalanceResponse } from './recorded-balance.ts'

/** Returns breaks with the names of their owners. */
export async function buildBreaks(app: App, breaks: readonly Break[]) {
  const context = await loadContext(app, breaks)
  return breaks.map((each) => toBreakResponse(each, context))
}

/** Returns a break with the name of its owner. */
export async function buildBreak(app: App, one: Break) {
  return toBreakResponse(one, await loadContext(app, [one]))
}

export type ResponseContext = {
  now: Date
  named: StaffNameLookup
  /** The waiting or approved proposal that explains a shortage, by the id of its break. */
  explanations: ReadonlyMap<string, Proposal>
}

export async function loadContext(app: App, breaks: readonly Break[]): Promise<ResponseContext> {
  const now = app.clock.now()
  const explanations = new Map<string, Proposal>()

  for (const { id, resolvedAt, approvalId, shortage } of breaks) {
    if (!shortage || (resolvedAt && !approvalId)) continue
    const proposal = approvalId
      ? await getProposal(app.db, approvalId)
      : await findOpenProposal(app.db, 'break.explain', id, now)
    if (proposal) explanations.set(id, proposal)
  }

  return { now, named: await loadStaffNames(app), explanations }
}

export function toBreakResponse(one: Break, { now, named, explanations }: ResponseContext) {
  const { account, openedAt, dueAt, takenAt, resolvedAt, resolvedAs, resolution, shortage } = one
  const { place, currency } = parseCustodyCode(account)
  const proposal = explanations.get(one.id)

  return {
    _id: one.id,
    account,
    place,
    currency,
    openedAt,
    dueAt,
    takenAt,
    resolvedAt,
    resolvedAs,
    resolution,
    shortage,
    waiting:
      proposal && !resolvedAt ? { by: proposal.proposerLabel, at: proposal.proposedAt } : null,
    approvedBy: (resolvedAt && proposal?.decision?.label) ?? null,
    difference: formatAmount(one.difference, currency),
    latest: toBalanceResponse(one.latest, named),
    overdue: resolvedAt === null && dueAt <= now,
    owner: one.ownerId === null ? null : named(one.ownerId),
    resolvedBy: one.resolvedBy === null ? null : named(one.resolvedBy),
  }
}
