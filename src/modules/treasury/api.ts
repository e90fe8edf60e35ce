import { listReceipts } from '#modules/ledger/queries.ts'
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
import { TEXTS } from './model.ts'
import { buildTreasury, toReceiptResponse } from './presenters/holdings.ts'
import { toMovementResponse } from './presenters/movement.ts'
import {
  buildBreak,
  buildBreaks,
  buildCustodyLines,
  buildRecordedBalance,
} from './presenters/reconciliation.ts'
import { listBreaks, listCustody } from './queries.ts'

const calls = implementCalls(treasuryContract)

const RECEIPTS_SHOWN = 200

export const treasuryApi = calls.router({
  holdings: calls.holdings.handler(async ({ context: { app } }) => ({
    message: 'Treasury',
    data: await buildTreasury(app),
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

  custody: calls.custody.handler(async ({ context: { app } }) => ({
    message: 'Custody',
    data: await buildCustodyLines(app, await listCustody(app.db)),
  })),

  breaks: calls.breaks.handler(async ({ context: { app }, input: { status } }) => {
    const breaks = await listBreaks(app.db, status ? { open: status === 'open' } : {})
    return { message: 'Breaks', data: await buildBreaks(app, breaks) }
  }),

  recordBalance: calls.recordBalance.handler(async ({ context: { app, admin }, input }) => {
    const { asOf, ...rest } = input
    const when = asOf === undefined ? {} : { asOf: new Date(asOf) }
    return await buildRecordedBalance(
      app,
      await recordOutsideBalance(app, admin(), { ...rest, ...when }),
    )
  }),

  takeBreak: calls.takeBreak.handler(async ({ context: { app, admin }, input }) => ({
    message: TEXTS.taken,
    data: await buildBreak(app, await takeBreak(app, admin(), input.id)),
  })),

  resolveBreak: calls.resolveBreak.handler(async ({ context: { app, admin }, input }) => {
    const { id: breakId, explanation } = input
    return {
      message: TEXTS.explained,
      data: await buildBreak(app, await resolveBreak(app, admin(), { breakId, explanation })),
    }
  }),

  requestOutsideBalances: calls.requestOutsideBalances.handler(
    async ({ context: { app, admin } }) => {
      await requestOutsideBalances(app, admin())
      return { message: TEXTS.fetchRequested }
    },
  ),
})

/** Returns the fields that were sent. */
const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]: Exclude<Fields[Field], undefined>
  }
