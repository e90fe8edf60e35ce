import { formatAmount } from '#lib/money.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal, getProposal } from '#modules/approvals/queries.ts'
import { systemActor } from '#modules/audit/model.ts'
import { listStaff } from '#modules/identity/queries.ts'
import { getAccountCurrency } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import { parseCustodyCode, TEXTS } from '../model.ts'
import { type Break, type CustodyLine, listBreaks, type OutsideBalance } from '../queries.ts'

/** Returns the custody accounts with their outside balances and open breaks. */
export async function buildCustodyLines(app: App, lines: readonly CustodyLine[]) {
  const context = await loadContext(
    app,
    lines.flatMap(({ openBreak }) => openBreak ?? []),
  )
  return lines.map((line) => toCustodyResponse(line, context))
}

/** Returns breaks with the names of their owners. */
export async function buildBreaks(app: App, breaks: readonly Break[]) {
  const context = await loadContext(app, breaks)
  return breaks.map((each) => toBreakResponse(each, context))
}

/** Returns a break with the name of its owner. */
export async function buildBreak(app: App, one: Break) {
  return toBreakResponse(one, await loadContext(app, [one]))
}

/** Returns a recorded outside balance, with a message that says whether it agrees. */
export async function buildRecordedBalance(app: App, balance: OutsideBalance) {
  const [open] = await listBreaks(app.db, { account: balance.account, open: true })
  const agreed = open ? TEXTS.agreedThen : TEXTS.agrees
  const context = await loadContext(app, open ? [open] : [])
  const openBreak = open ? toBreakResponse(open, context) : null

  return {
    message: balance.difference === 0n ? agreed : TEXTS.differs,
    data: { balance: toBalanceResponse(balance, context.named), openBreak },
  }
}

/** Returns the name of a staff member or of the system by id. */
type StaffNameLookup = (id: string) => { _id: string; name: string }

async function loadStaffNames({ db }: App): Promise<StaffNameLookup> {
  const names = new Map((await listStaff(db)).map(({ id, label }) => [id, label]))
  names.set(systemActor.id, systemActor.label)
  return (id) => ({ _id: id, name: names.get(id) ?? id })
}

type ResponseContext = {
  now: Date
  named: StaffNameLookup
  /** The waiting or approved proposal that explains a shortage, by the id of its break. */
  explanations: ReadonlyMap<string, Proposal>
}

async function loadContext(app: App, breaks: readonly Break[]): Promise<ResponseContext> {
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

function toBalanceResponse(balance: OutsideBalance, named: StaffNameLookup) {
  const currency = getAccountCurrency(balance.account)
  const { asOf, source, statedBy, evidence, recordedAt } = balance

  return {
    _id: balance.id,
    asOf,
    source,
    statedBy,
    evidence,
    recordedAt,
    amount: formatAmount(balance.units, currency),
    ledgerAmount: formatAmount(balance.bookUnits, currency),
    difference: formatAmount(balance.difference, currency),
    recordedBy: named(balance.recordedBy),
  }
}

function toBreakResponse(one: Break, { now, named, explanations }: ResponseContext) {
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

function toCustodyResponse(
  { account, place, currency, held, state, outside, openBreak }: CustodyLine,
  context: ResponseContext,
) {
  return {
    account,
    place,
    currency,
    state,
    held: formatAmount(held, currency),
    outside: outside && toBalanceResponse(outside, context.named),
    openBreak: openBreak && toBreakResponse(openBreak, context),
  }
}
