import { amountText } from '#lib/money.ts'
import { systemActor } from '#modules/audit/model.ts'
import { listStaff } from '#modules/identity/queries.ts'
import { currencyOf } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http.ts'
import { recordOutsideBalance } from './commands/record-outside-balance.ts'
import { resolveBreak } from './commands/resolve-break.ts'
import { takeBreak } from './commands/take-break.ts'
import { treasuryContract } from './contract.ts'
import { placeOf, TEXTS } from './model.ts'
import { type Break, type CustodyLine, listBreaks, listCustody, type OutsideBalance } from './queries.ts'

const calls = implementCalls(treasuryContract)

/** Puts names to the ids of the staff, and to the house itself. */
type Named = (id: string) => { _id: string; name: string }

async function staffNames({ db }: App): Promise<Named> {
  const names = new Map((await listStaff(db)).map(({ id, label }) => [id, label]))
  names.set(systemActor.id, systemActor.label)
  return (id) => ({ _id: id, name: names.get(id) ?? id })
}

function shownBalance(balance: OutsideBalance, named: Named) {
  const currency = currencyOf(balance.account)
  const { asOf, source, saidBy, evidence, recordedAt } = balance
  return {
    ...{ _id: balance.id, asOf, source, saidBy, evidence, recordedAt },
    amount: amountText(balance.units, currency),
    books: amountText(balance.bookUnits, currency),
    difference: amountText(balance.difference, currency),
    recordedBy: named(balance.recordedBy),
  }
}

function shownBreak(one: Break, named: Named, now: Date) {
  const { account, openedAt, dueAt, takenAt, resolvedAt, resolvedAs, resolution } = one
  const { place, currency } = placeOf(account)
  return {
    ...{
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
    },
    difference: amountText(one.difference, currency),
    latest: shownBalance(one.latest, named),
    overdue: resolvedAt === null && dueAt <= now,
    owner: one.ownerId === null ? null : named(one.ownerId),
    resolvedBy: one.resolvedBy === null ? null : named(one.resolvedBy),
  }
}

function shownLine(
  { account, place, currency, held, state, outside, openBreak }: CustodyLine,
  named: Named,
  now: Date,
) {
  return {
    ...{ account, place, currency, state, held: amountText(held, currency) },
    outside: outside && shownBalance(outside, named),
    openBreak: openBreak && shownBreak(openBreak, named, now),
  }
}

async function oneShown(app: App, one: Break) {
  return shownBreak(one, await staffNames(app), app.clock.now())
}

async function recorded(app: App, balance: OutsideBalance) {
  const named = await staffNames(app)
  const [open] = await listBreaks(app.db, { account: balance.account, open: true })
  const agreed = open ? TEXTS.agreedThen : TEXTS.agrees
  const message = balance.difference === 0n ? agreed : TEXTS.differs
  const openBreak = open ? shownBreak(open, named, app.clock.now()) : null
  return { message, data: { balance: shownBalance(balance, named), openBreak } }
}

export const treasuryApi = calls.router({
  custody: calls.custody.handler(async ({ context: { app } }) => {
    const named = await staffNames(app)
    const lines = await listCustody(app.db)
    return { message: 'Custody', data: lines.map((line) => shownLine(line, named, app.clock.now())) }
  }),
  breaks: calls.breaks.handler(async ({ context: { app }, input: { status } }) => {
    const named = await staffNames(app)
    const breaks = await listBreaks(app.db, status ? { open: status === 'open' } : {})
    return { message: 'Breaks', data: breaks.map((one) => shownBreak(one, named, app.clock.now())) }
  }),
  recordBalance: calls.recordBalance.handler(async ({ context: { app, admin }, input }) => {
    const { asOf, ...said } = input
    const when = asOf === undefined ? {} : { asOf: new Date(asOf) }
    return await recorded(app, await recordOutsideBalance(app, admin(), { ...said, ...when }))
  }),
  takeBreak: calls.takeBreak.handler(async ({ context: { app, admin }, input }) => ({
    message: TEXTS.taken,
    data: await oneShown(app, await takeBreak(app, admin(), input.id)),
  })),
  resolveBreak: calls.resolveBreak.handler(async ({ context: { app, admin }, input }) => {
    const { id: breakId, explanation } = input
    return {
      message: TEXTS.explained,
      data: await oneShown(app, await resolveBreak(app, admin(), { breakId, explanation })),
    }
  }),
})
