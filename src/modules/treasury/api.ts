import { amountText } from '#lib/money.ts'
import { systemActor } from '#modules/audit/model.ts'
import { listStaff } from '#modules/identity/queries.ts'
import { currencyOf } from '#modules/ledger/model.ts'
import { listReceipts, type RecordedReceipt } from '#modules/ledger/queries.ts'
import { rateText } from '#modules/market/model.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http.ts'
import type { Begun } from './acts/begin-movement.ts'
import { askOutside } from './commands/ask-outside.ts'
import { convertCustody } from './commands/convert-custody.ts'
import { matchSuspense } from './commands/match-suspense.ts'
import { moveCustody } from './commands/move-custody.ts'
import { proposeAssetsPlaced } from './commands/propose-assets-placed.ts'
import { proposeAssetsReturned } from './commands/propose-assets-returned.ts'
import { proposeCapitalIn } from './commands/propose-capital-in.ts'
import { proposeCapitalOut } from './commands/propose-capital-out.ts'
import { proposePromotion } from './commands/propose-promotion.ts'
import { proposeRefund } from './commands/propose-refund.ts'
import { receiveSuspense } from './commands/receive-suspense.ts'
import { recordNetworkFee } from './commands/record-network-fee.ts'
import { recordOutsideBalance } from './commands/record-outside-balance.ts'
import { resolveBreak } from './commands/resolve-break.ts'
import { takeBreak } from './commands/take-break.ts'
import { takeFees } from './commands/take-fees.ts'
import { treasuryContract } from './contract.ts'
import { contentOf, placeOf, TEXTS } from './model.ts'
import {
  type Break,
  type CustodyLine,
  getTreasury,
  type Held,
  listBreaks,
  listCustody,
  type OutsideBalance,
  type Treasury,
} from './queries.ts'

const calls = implementCalls(treasuryContract)

const RECEIPTS_SHOWN = 200

/** 200 with what was done, or 202 with what waits for a second admin. */
function answerOf({ id, movement, proposal }: Begun, done: string) {
  const { kind } = movement
  const shared = { _id: id, kind, content: contentOf(movement) }

  if (proposal === null) {
    const data = { ...shared, state: 'done' as const, hash: null, expiresAt: null }
    return { status: 200 as const, body: { message: done, data } }
  }

  const { contentHash: hash, expiresAt } = proposal
  const data = { ...shared, state: 'waiting' as const, hash, expiresAt }

  return { status: 202 as const, body: { message: 'Waiting for approval by a second admin', data } }
}

/** What was sent, without what was not. */
const sent = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]: Exclude<Fields[Field], undefined>
  }

const shownHeld = ({ currency, units, cents }: Omit<Held, 'place'>) => ({
  currency,
  amount: amountText(units, currency),
  worth: cents,
})

const shownTreasury = (treasury: Treasury) => {
  const { equity, promotion, fees, owedToMembers, gain } = treasury
  return {
    equity,
    promotion,
    fees,
    owedToMembers,
    custody: treasury.custody.map((held) => ({ place: held.place, ...shownHeld(held) })),
    exchange: { positions: treasury.exchange.map(shownHeld), gain },
    suspense: treasury.suspense.map(({ receipt, currency, units, since, why }) => ({
      _id: receipt,
      currency,
      amount: amountText(units, currency),
      since,
      reason: why,
    })),
    plans: treasury.plans.map(({ planId, placed, income }) => ({ _id: planId, placed, income })),
    prices: treasury.prices.map((price) => ({ ...price, rate: rateText(price.rate) })),
  }
}

const shownReceipt = ({ id, amount, ...receipt }: RecordedReceipt) => ({
  ...receipt,
  _id: id,
  amount: amountText(amount, receipt.currency),
})

/** All figures of one moment. */
const treasuryNow = (app: App) =>
  app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => getTreasury(app, tx))

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
    _id: balance.id,
    asOf,
    source,
    saidBy,
    evidence,
    recordedAt,
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
    account,
    place,
    currency,
    state,
    held: amountText(held, currency),
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
  holdings: calls.holdings.handler(async ({ context: { app } }) => ({
    message: 'Treasury',
    data: shownTreasury(await treasuryNow(app)),
  })),
  receipts: calls.receipts.handler(async ({ context: { app }, input: { state } }) => {
    const only = { limit: RECEIPTS_SHOWN, ...(state && { open: state === 'open' }) }
    return { message: 'Receipts', data: (await listReceipts(app.db, only)).map(shownReceipt) }
  }),
  capitalIn: calls.capitalIn.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await proposeCapitalIn(app, admin(), sent(input)), 'Recorded'),
  ),
  capitalOut: calls.capitalOut.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await proposeCapitalOut(app, admin(), sent(input)), 'Paid out'),
  ),
  placeAssets: calls.placeAssets.handler(
    async ({ context: { app, admin }, input: { plan, ...input } }) =>
      answerOf(await proposeAssetsPlaced(app, admin(), sent({ ...input, planId: plan })), 'Placed'),
  ),
  returnAssets: calls.returnAssets.handler(
    async ({ context: { app, admin }, input: { plan, ...input } }) =>
      answerOf(
        await proposeAssetsReturned(app, admin(), sent({ ...input, planId: plan })),
        'Returned',
      ),
  ),
  fundPromotion: calls.fundPromotion.handler(async ({ context: { app, admin }, input }) => {
    const funded = await proposePromotion(app, admin(), { kind: 'promotion_funded', ...input })
    return answerOf(funded, 'Funded')
  }),
  returnPromotion: calls.returnPromotion.handler(async ({ context: { app, admin }, input }) => {
    const returned = await proposePromotion(app, admin(), { kind: 'promotion_returned', ...input })
    return answerOf(returned, 'Taken back')
  }),
  receiveSuspense: calls.receiveSuspense.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await receiveSuspense(app, admin(), sent(input)), 'Booked. It waits to be matched.'),
  ),
  matchSuspense: calls.matchSuspense.handler(async ({ context: { app, admin }, input }) => {
    const { id: receipt, member: memberId, reason } = input
    return answerOf(await matchSuspense(app, admin(), { receipt, memberId, reason }), 'Matched')
  }),
  refundSuspense: calls.refundSuspense.handler(
    async ({ context: { app, admin }, input: { id, ...input } }) =>
      answerOf(await proposeRefund(app, admin(), sent({ ...input, receipt: id })), 'Refunded'),
  ),
  moveCustody: calls.moveCustody.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await moveCustody(app, admin(), sent(input)), 'Moved'),
  ),
  convertCustody: calls.convertCustody.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await convertCustody(app, admin(), sent(input)), 'Converted'),
  ),
  recordNetworkFee: calls.recordNetworkFee.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await recordNetworkFee(app, admin(), sent(input)), 'Recorded'),
  ),
  takeFees: calls.takeFees.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await takeFees(app, admin(), input), 'Taken'),
  ),
  custody: calls.custody.handler(async ({ context: { app } }) => {
    const named = await staffNames(app)
    const lines = await listCustody(app.db)
    return {
      message: 'Custody',
      data: lines.map((line) => shownLine(line, named, app.clock.now())),
    }
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
  askOutside: calls.askOutside.handler(async ({ context: { app, admin } }) => {
    await askOutside(app, admin())
    return { message: TEXTS.asked }
  }),
})
