import { formatAmount } from '#lib/money.ts'
import { systemActor } from '#modules/audit/model.ts'
import { listStaff } from '#modules/identity/queries.ts'
import { getAccountCurrency } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import { parseCustodyCode, TEXTS } from '../model.ts'
import { type Break, type CustodyLine, listBreaks, type OutsideBalance } from '../queries.ts'

/** Returns the custody accounts with their outside balances and open breaks. */
export async function buildCustodyLines(app: App, lines: readonly CustodyLine[]) {
  const named = await loadStaffNames(app)
  return lines.map((line) => toCustodyResponse(line, named, app.clock.now()))
}

/** Returns breaks with the names of their owners. */
export async function buildBreaks(app: App, breaks: readonly Break[]) {
  const named = await loadStaffNames(app)
  return breaks.map((each) => toBreakResponse(each, named, app.clock.now()))
}

/** Returns a break with the name of its owner. */
export async function buildBreak(app: App, one: Break) {
  return toBreakResponse(one, await loadStaffNames(app), app.clock.now())
}

/** Returns a recorded outside balance, with a message that says whether it agrees. */
export async function buildRecordedBalance(app: App, balance: OutsideBalance) {
  const named = await loadStaffNames(app)
  const [open] = await listBreaks(app.db, { account: balance.account, open: true })
  const agreed = open ? TEXTS.agreedThen : TEXTS.agrees
  const openBreak = open ? toBreakResponse(open, named, app.clock.now()) : null

  return {
    message: balance.difference === 0n ? agreed : TEXTS.differs,
    data: { balance: toBalanceResponse(balance, named), openBreak },
  }
}

/** Returns the name of a staff member or of the system by id. */
type StaffNameLookup = (id: string) => { _id: string; name: string }

async function loadStaffNames({ db }: App): Promise<StaffNameLookup> {
  const names = new Map((await listStaff(db)).map(({ id, label }) => [id, label]))
  names.set(systemActor.id, systemActor.label)
  return (id) => ({ _id: id, name: names.get(id) ?? id })
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

function toBreakResponse(one: Break, named: StaffNameLookup, now: Date) {
  const { account, openedAt, dueAt, takenAt, resolvedAt, resolvedAs, resolution } = one
  const { place, currency } = parseCustodyCode(account)

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
    difference: formatAmount(one.difference, currency),
    latest: toBalanceResponse(one.latest, named),
    overdue: resolvedAt === null && dueAt <= now,
    owner: one.ownerId === null ? null : named(one.ownerId),
    resolvedBy: one.resolvedBy === null ? null : named(one.resolvedBy),
  }
}

function toCustodyResponse(
  { account, place, currency, held, state, outside, openBreak }: CustodyLine,
  named: StaffNameLookup,
  now: Date,
) {
  return {
    account,
    place,
    currency,
    state,
    held: formatAmount(held, currency),
    outside: outside && toBalanceResponse(outside, named),
    openBreak: openBreak && toBreakResponse(openBreak, named, now),
  }
}
