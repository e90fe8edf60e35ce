import { formatAmount } from '#lib/money.ts'
import { systemActor } from '#modules/audit/model.ts'
import { listStaff } from '#modules/identity/queries.ts'
import { getAccountCurrency } from '#modules/ledger/model.ts'
import { listReceipts, type RecordedReceipt } from '#modules/ledger/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http/http.ts'
import { convertCustody } from './commands/convert-custody.ts'
import { matchSuspense } from './commands/match-suspense.ts'
import { moveCustody } from './commands/move-custody.ts'
import { proposeAssetsPlaced } from './commands/propose-assets-placed.ts'
import { proposeAssetsReturned } from './commands/propose-assets-returned.ts'
import { proposeCapitalContribution } from './commands/propose-capital-contribution.ts'
import { proposeCapitalOut } from './commands/propose-capital-out.ts'
import { proposePromotion } from './commands/propose-promotion.ts'
import { proposeRefund } from './commands/propose-refund.ts'
import { receiveSuspense } from './commands/receive-suspense.ts'
import { recordNetworkFee } from './commands/record-network-fee.ts'
import { recordOutsideBalance } from './commands/record-outside-balance.ts'
import { requestOutsideBalances } from './commands/request-outside-balances.ts'
import { resolveBreak } from './commands/resolve-break.ts'
import { takeBreak } from './commands/take-break.ts'
import { takeFees } from './commands/take-fees.ts'
import { treasuryContract } from './contract.ts'
import { parseCustodyCode, TEXTS, toMovementContent } from './model.ts'
import {
  type Break,
  type CustodyHolding,
  type CustodyLine,
  getTreasury,
  listBreaks,
  listCustody,
  type OutsideBalance,
  type Treasury,
} from './queries.ts'
import type { Begun } from './steps/begin-movement.ts'

const calls = implementCalls(treasuryContract)

const RECEIPTS_SHOWN = 200

/** 200 with what was done, or 202 with what waits for a second admin. */
function toMovementResponse({ id, movement, proposal }: Begun, done: string) {
  const { kind } = movement
  const shared = { _id: id, kind, content: toMovementContent(movement) }

  if (proposal === null) {
    const data = { ...shared, state: 'done' as const, hash: null, expiresAt: null }
    return { status: 200 as const, body: { message: done, data } }
  }

  const { contentHash: hash, expiresAt } = proposal
  const data = { ...shared, state: 'waiting' as const, hash, expiresAt }

  return { status: 202 as const, body: { message: 'Waiting for approval by a second admin', data } }
}

/** What was sent, without what was not. */
const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]: Exclude<Fields[Field], undefined>
  }

const toHoldingResponse = ({ currency, units, cents }: Omit<CustodyHolding, 'place'>) => ({
  currency,
  amount: formatAmount(units, currency),
  worth: cents,
})

const toTreasuryResponse = (treasury: Treasury) => {
  const { equity, promotion, fees, owedToMembers, gain } = treasury
  return {
    equity,
    promotion,
    fees,
    owedToMembers,
    custody: treasury.custody.map((held) => ({ place: held.place, ...toHoldingResponse(held) })),
    exchange: { positions: treasury.exchange.map(toHoldingResponse), gain },
    suspense: treasury.suspense.map(({ receipt, currency, units, since, why }) => ({
      _id: receipt,
      currency,
      amount: formatAmount(units, currency),
      since,
      reason: why,
    })),
    plans: treasury.plans.map(({ planId, placed, income }) => ({ _id: planId, placed, income })),
    prices: treasury.prices.map((price) => ({ ...price, rate: formatRate(price.rate) })),
  }
}

const toReceiptResponse = ({ id, amount, ...receipt }: RecordedReceipt) => ({
  ...receipt,
  _id: id,
  amount: formatAmount(amount, receipt.currency),
})

/** All figures of one moment. */
const readTreasurySnapshot = (app: App) =>
  app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => getTreasury(app, tx))

/** Puts names to the ids of the staff, and to the house itself. */
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

async function buildBreakResponse(app: App, one: Break) {
  return toBreakResponse(one, await loadStaffNames(app), app.clock.now())
}

async function buildRecordedResponse(app: App, balance: OutsideBalance) {
  const named = await loadStaffNames(app)
  const [open] = await listBreaks(app.db, { account: balance.account, open: true })
  const agreed = open ? TEXTS.agreedThen : TEXTS.agrees
  const message = balance.difference === 0n ? agreed : TEXTS.differs
  const openBreak = open ? toBreakResponse(open, named, app.clock.now()) : null
  return { message, data: { balance: toBalanceResponse(balance, named), openBreak } }
}

export const treasuryApi = calls.router({
  holdings: calls.holdings.handler(async ({ context: { app } }) => ({
    message: 'Treasury',
    data: toTreasuryResponse(await readTreasurySnapshot(app)),
  })),
  receipts: calls.receipts.handler(async ({ context: { app }, input: { state } }) => {
    const only = { limit: RECEIPTS_SHOWN, ...(state && { open: state === 'open' }) }
    return { message: 'Receipts', data: (await listReceipts(app.db, only)).map(toReceiptResponse) }
  }),
  capitalIn: calls.capitalIn.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(
      await proposeCapitalContribution(app, admin(), omitUndefined(input)),
      'Recorded',
    ),
  ),
  capitalOut: calls.capitalOut.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(await proposeCapitalOut(app, admin(), omitUndefined(input)), 'Paid out'),
  ),
  placeAssets: calls.placeAssets.handler(
    async ({ context: { app, admin }, input: { plan, ...input } }) =>
      toMovementResponse(
        await proposeAssetsPlaced(app, admin(), omitUndefined({ ...input, planId: plan })),
        'Placed',
      ),
  ),
  returnAssets: calls.returnAssets.handler(
    async ({ context: { app, admin }, input: { plan, ...input } }) =>
      toMovementResponse(
        await proposeAssetsReturned(app, admin(), omitUndefined({ ...input, planId: plan })),
        'Returned',
      ),
  ),
  fundPromotion: calls.fundPromotion.handler(async ({ context: { app, admin }, input }) => {
    const funded = await proposePromotion(app, admin(), { kind: 'promotion_funded', ...input })
    return toMovementResponse(funded, 'Funded')
  }),
  returnPromotion: calls.returnPromotion.handler(async ({ context: { app, admin }, input }) => {
    const returned = await proposePromotion(app, admin(), { kind: 'promotion_returned', ...input })
    return toMovementResponse(returned, 'Taken back')
  }),
  receiveSuspense: calls.receiveSuspense.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(
      await receiveSuspense(app, admin(), omitUndefined(input)),
      'Booked. It waits to be matched.',
    ),
  ),
  matchSuspense: calls.matchSuspense.handler(async ({ context: { app, admin }, input }) => {
    const { id: receipt, member: memberId, reason } = input
    return toMovementResponse(
      await matchSuspense(app, admin(), { receipt, memberId, reason }),
      'Matched',
    )
  }),
  refundSuspense: calls.refundSuspense.handler(
    async ({ context: { app, admin }, input: { id, ...input } }) =>
      toMovementResponse(
        await proposeRefund(app, admin(), omitUndefined({ ...input, receipt: id })),
        'Refunded',
      ),
  ),
  moveCustody: calls.moveCustody.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(await moveCustody(app, admin(), omitUndefined(input)), 'Moved'),
  ),
  convertCustody: calls.convertCustody.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(await convertCustody(app, admin(), omitUndefined(input)), 'Converted'),
  ),
  recordNetworkFee: calls.recordNetworkFee.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(await recordNetworkFee(app, admin(), omitUndefined(input)), 'Recorded'),
  ),
  takeFees: calls.takeFees.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(await takeFees(app, admin(), input), 'Taken'),
  ),
  custody: calls.custody.handler(async ({ context: { app } }) => {
    const named = await loadStaffNames(app)
    const lines = await listCustody(app.db)
    return {
      message: 'Custody',
      data: lines.map((line) => toCustodyResponse(line, named, app.clock.now())),
    }
  }),
  breaks: calls.breaks.handler(async ({ context: { app }, input: { status } }) => {
    const named = await loadStaffNames(app)
    const breaks = await listBreaks(app.db, status ? { open: status === 'open' } : {})
    return {
      message: 'Breaks',
      data: breaks.map((one) => toBreakResponse(one, named, app.clock.now())),
    }
  }),
  recordBalance: calls.recordBalance.handler(async ({ context: { app, admin }, input }) => {
    const { asOf, ...rest } = input
    const when = asOf === undefined ? {} : { asOf: new Date(asOf) }
    return await buildRecordedResponse(
      app,
      await recordOutsideBalance(app, admin(), { ...rest, ...when }),
    )
  }),
  takeBreak: calls.takeBreak.handler(async ({ context: { app, admin }, input }) => ({
    message: TEXTS.taken,
    data: await buildBreakResponse(app, await takeBreak(app, admin(), input.id)),
  })),
  resolveBreak: calls.resolveBreak.handler(async ({ context: { app, admin }, input }) => {
    const { id: breakId, explanation } = input
    return {
      message: TEXTS.explained,
      data: await buildBreakResponse(
        app,
        await resolveBreak(app, admin(), { breakId, explanation }),
      ),
    }
  }),
  askOutside: calls.askOutside.handler(async ({ context: { app, admin } }) => {
    await requestOutsideBalances(app, admin())
    return { message: TEXTS.fetchRequested }
  }),
})
