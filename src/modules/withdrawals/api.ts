import { assertRecentAuth, assertRecentStaffAuth } from '#modules/identity/queries.ts'
import { addTotalCount } from '#modules/transactions/model.ts'
import { toSearch } from '#platform/db/list-input.ts'
import { calls } from './api/calls.ts'
import { payoutBatchHandlers } from './api/payout-batches.ts'
import { approveWithdrawal } from './commands/approve-withdrawal.ts'
import { cancelWithdrawal } from './commands/cancel-withdrawal.ts'
import { markPaid } from './commands/mark-paid.ts'
import { proposeWithdrawalReversal } from './commands/propose-withdrawal-reversal.ts'
import { rejectWithdrawal } from './commands/reject-withdrawal.ts'
import { requestWithdrawal } from './commands/request-withdrawal.ts'
import { saveWallets } from './commands/save-wallets.ts'
import { TEXTS, type WithdrawalInput } from './model.ts'
import { buildBulkReview } from './presenters/bulk-review.ts'
import { buildAvailableFunds, buildPayoutTimes, toPreviewResponse } from './presenters/request.ts'
import { buildWithdrawalReview } from './presenters/review.ts'
import { toWalletsResponse } from './presenters/wallets.ts'
import {
  buildOwnWithdrawal,
  buildOwnWithdrawals,
  buildStaffWithdrawal,
  buildStaffWithdrawals,
  toRequestedResponse,
} from './presenters/withdrawal.ts'
import { previewWithdrawal } from './queries/preview.ts'
import { exportWithdrawals } from './queries/withdrawal-export.ts'
import { listWithdrawalPage, parseWithdrawalOrder } from './queries/withdrawal-list.ts'
import {
  countWithdrawals,
  getAnyWithdrawal,
  getWithdrawal,
  listWallets,
  listWithdrawals,
} from './queries.ts'

export const withdrawalsApi = calls.router({
  ...payoutBatchHandlers,

  available: calls.available.handler(async ({ context: { app, member } }) => ({
    message: 'Available',
    data: await buildAvailableFunds(app, member()),
  })),

  preview: calls.preview.handler(async ({ context: { app, member }, input }) => {
    const preview = await previewWithdrawal(app, member(), toWithdrawalInput(input))
    return { message: 'Nothing is requested yet', data: toPreviewResponse(preview) }
  }),

  request: calls.request.handler(async ({ context: { app, member, session }, input }) => {
    await assertRecentAuth(app, session)
    const withdrawal = await requestWithdrawal(app, member(), toWithdrawalInput(input))
    return { message: TEXTS.requested, data: toRequestedResponse(app, withdrawal) }
  }),

  mine: calls.mine.handler(async ({ context: { app, member } }) => {
    const withdrawals = await listWithdrawals(app.db, { memberId: member().id })
    return { message: 'Withdrawals', data: await buildOwnWithdrawals(app, withdrawals) }
  }),

  times: calls.times.handler(async ({ context: { app } }) => ({
    message: 'Times',
    data: await buildPayoutTimes(app),
  })),

  get: calls.get.handler(async ({ context: { app, member }, input }) => {
    const withdrawal = await getWithdrawal(app.db, member().id, input.id)
    return { message: 'Withdrawal', data: await buildOwnWithdrawal(app, withdrawal) }
  }),

  cancel: calls.cancel.handler(async ({ context: { app, member }, input }) => {
    const withdrawal = await cancelWithdrawal(app, member(), input.id)
    return { message: TEXTS.cancelled, data: await buildOwnWithdrawal(app, withdrawal) }
  }),

  wallets: calls.wallets.handler(async ({ context: { app, member } }) => ({
    message: 'Wallets',
    data: toWalletsResponse(app, await listWallets(app.db, member().id)),
  })),

  saveWallets: calls.saveWallets.handler(async ({ context: { app, member, session }, input }) => {
    await assertRecentAuth(app, session)
    const wallets = await saveWallets(app, member(), omitUndefined(input))
    return { message: TEXTS.walletSaved, data: toWalletsResponse(app, wallets) }
  }),

  list: calls.list.handler(async ({ context: { app }, input }) => {
    const order = parseWithdrawalOrder(input.sort, input)
    const search = toSearch(input)
    const { rows, ...count } = await listWithdrawalPage(app, app.db, search, order, input)
    const data = await buildStaffWithdrawals(app, rows)
    return { message: 'Withdrawals', data, ...count, asOf: app.clock.now() }
  }),

  file: calls.file.handler(({ context: { app }, input }) =>
    exportWithdrawals(app, toSearch(input), parseWithdrawalOrder(input.sort, input)),
  ),

  counts: calls.counts.handler(async ({ context: { app } }) => ({
    message: 'Withdrawals by status',
    data: addTotalCount(await countWithdrawals(app.db)),
  })),

  review: calls.review.handler(async ({ context: { app, admin }, input }) => {
    const withdrawal = await getAnyWithdrawal(app.db, input.id)
    return { message: 'Withdrawal', data: await buildWithdrawalReview(app, withdrawal, admin().id) }
  }),

  reviews: calls.reviews.handler(async ({ context: { app }, input }) => ({
    message: 'Withdrawals',
    data: await buildBulkReview(app, input.ids),
  })),

  approve: calls.approve.handler(async ({ context: { app, admin }, input }) => {
    const { id: withdrawalId, ...review } = input
    const withdrawal = await approveWithdrawal(app, admin(), { withdrawalId, ...review })
    const data = await buildStaffWithdrawal(app, withdrawal)
    return withdrawal.status === 'approved'
      ? { status: 200 as const, body: { message: TEXTS.approved, data } }
      : { status: 202 as const, body: { message: TEXTS.proposed, data } }
  }),

  reject: calls.reject.handler(async ({ context: { app, admin }, input: { id, reason = '' } }) => {
    const withdrawal = await rejectWithdrawal(app, admin(), { withdrawalId: id, reason })
    return { message: TEXTS.rejected, data: await buildStaffWithdrawal(app, withdrawal) }
  }),

  paid: calls.paid.handler(async ({ context: { app, admin }, input: { id, txid = '' } }) => {
    const withdrawal = await markPaid(app, admin(), { withdrawalId: id, txid })
    return { message: TEXTS.paid, data: await buildStaffWithdrawal(app, withdrawal) }
  }),

  reverse: calls.reverse.handler(
    async ({ context: { app, admin, session }, input: { id: withdrawalId, reason = '' } }) => {
      if (session) await assertRecentStaffAuth(app, session)
      const proposal = await proposeWithdrawalReversal(app, admin(), { withdrawalId, reason })
      return { message: TEXTS.reversalProposed, data: { proposal: proposal.id } }
    },
  ),
})

type WithdrawalRequestBody = {
  amount?: string | undefined
  payment_channel?: string | undefined
  wallet_address?: string | undefined
  source?: string | undefined
  positions?: string[] | undefined
}

const toWithdrawalInput = (body: WithdrawalRequestBody): WithdrawalInput =>
  omitUndefined({
    amount: body.amount,
    method: body.payment_channel,
    address: body.wallet_address,
    source: body.source || undefined,
    positions: body.positions,
  })

const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
