import { amountText } from '#lib/money.ts'
import { listReceipts, type RecordedReceipt } from '#modules/ledger/queries.ts'
import { rateText } from '#modules/market/model.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http.ts'
import type { Begun } from './acts/begin-movement.ts'
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
import { takeFees } from './commands/take-fees.ts'
import { treasuryContract } from './contract.ts'
import { contentOf } from './model.ts'
import { getTreasury, type Held, type Treasury } from './queries.ts'

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
const named = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]: Exclude<Fields[Field], undefined>
  }

const shownLine = ({ currency, units, cents }: Omit<Held, 'place'>) => ({
  ...{ currency, amount: amountText(units, currency), worth: cents },
})

const shownTreasury = (treasury: Treasury) => {
  const { equity, promotion, fees, owedToMembers, gain } = treasury
  return {
    ...{ equity, promotion, fees, owedToMembers },
    custody: treasury.custody.map((held) => ({ place: held.place, ...shownLine(held) })),
    exchange: { positions: treasury.exchange.map(shownLine), gain },
    suspense: treasury.suspense.map(({ receipt, currency, units, since, why }) => ({
      ...{ _id: receipt, currency, amount: amountText(units, currency), since, reason: why },
    })),
    plans: treasury.plans.map(({ planId, placed, income }) => ({ _id: planId, placed, income })),
    prices: treasury.prices.map((price) => ({ ...price, rate: rateText(price.rate) })),
  }
}

const shownReceipt = ({ id, amount, ...receipt }: RecordedReceipt) => ({
  ...{ ...receipt, _id: id, amount: amountText(amount, receipt.currency) },
})

/** All figures of one moment. */
const treasuryNow = (app: App) =>
  app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => getTreasury(app, tx))

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
    answerOf(await proposeCapitalIn(app, admin(), named(input)), 'Recorded'),
  ),
  capitalOut: calls.capitalOut.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await proposeCapitalOut(app, admin(), named(input)), 'Paid out'),
  ),
  placeAssets: calls.placeAssets.handler(async ({ context: { app, admin }, input: { plan, ...input } }) =>
    answerOf(await proposeAssetsPlaced(app, admin(), named({ ...input, planId: plan })), 'Placed'),
  ),
  returnAssets: calls.returnAssets.handler(async ({ context: { app, admin }, input: { plan, ...input } }) =>
    answerOf(await proposeAssetsReturned(app, admin(), named({ ...input, planId: plan })), 'Returned'),
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
    answerOf(await receiveSuspense(app, admin(), named(input)), 'Booked. It waits to be matched.'),
  ),
  matchSuspense: calls.matchSuspense.handler(async ({ context: { app, admin }, input }) => {
    const { id: receipt, member: memberId, reason } = input
    return answerOf(await matchSuspense(app, admin(), { receipt, memberId, reason }), 'Matched')
  }),
  refundSuspense: calls.refundSuspense.handler(async ({ context: { app, admin }, input: { id, ...input } }) =>
    answerOf(await proposeRefund(app, admin(), named({ ...input, receipt: id })), 'Refunded'),
  ),
  moveCustody: calls.moveCustody.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await moveCustody(app, admin(), named(input)), 'Moved'),
  ),
  convertCustody: calls.convertCustody.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await convertCustody(app, admin(), named(input)), 'Converted'),
  ),
  recordNetworkFee: calls.recordNetworkFee.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await recordNetworkFee(app, admin(), named(input)), 'Recorded'),
  ),
  takeFees: calls.takeFees.handler(async ({ context: { app, admin }, input }) =>
    answerOf(await takeFees(app, admin(), input), 'Taken'),
  ),
})
