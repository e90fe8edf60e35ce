import { assertRecentStaffAuth } from '#modules/identity/queries.ts'
import { addTotalCount } from '#modules/transactions/model.ts'
import { toSearch } from '#platform/db/list-input.ts'
import { implementCalls } from '#platform/http/http.ts'
import { confirmDeposit } from './commands/confirm-deposit.ts'
import { proposeDepositReversal } from './commands/propose-deposit-reversal.ts'
import { quoteDeposit } from './commands/quote-deposit.ts'
import { receiveUnmatched } from './commands/receive-unmatched.ts'
import { recordObservedPayment } from './commands/record-observed-payment.ts'
import { rejectDeposit } from './commands/reject-deposit.ts'
import { requestRefund } from './commands/request-refund.ts'
import { type SubmitProof, submitProof } from './commands/submit-proof.ts'
import { depositsContract } from './contract.ts'
import { TEXTS } from './model.ts'
import { buildBulkReview } from './presenters/bulk-review.ts'
import { buildDepositDetails, toQuoteDetails } from './presenters/details.ts'
import { buildLines } from './presenters/lines.ts'
import { readProofFile } from './presenters/proof.ts'
import { buildDepositReview } from './presenters/review.ts'
import { buildStaffDeposit, buildStaffList, formatConfirmation } from './presenters/staff.ts'
import { buildUnmatched } from './presenters/unmatched.ts'
import { exportDeposits } from './queries/deposit-export.ts'
import { listDepositPage } from './queries/deposit-list.ts'
import { parseDepositOrder } from './queries/deposit-order.ts'
import type { QuoteDeposit } from './queries/quote-rules.ts'
import {
  countDeposits,
  countPendingDeposits,
  getAnyDeposit,
  getDeposit,
  listDeposits,
  measureReviewMinutes,
  sumCompletedDeposits,
} from './queries.ts'

const calls = implementCalls(depositsContract)

export const depositsApi = calls.router({
  quote: calls.quote.handler(async ({ context: { app, member }, input }) => {
    const quote = await quoteDeposit(app, member(), toQuoteInput(input))
    return { message: 'Rate locked', data: toQuoteDetails(app, quote) }
  }),

  requote: calls.requote.handler(async ({ context: { app, member }, input }) => {
    const quote = await quoteDeposit(app, member(), { replaces: input.id })
    return { message: 'Rate locked', data: toQuoteDetails(app, quote) }
  }),

  get: calls.get.handler(async ({ context: { app, member }, input }) => {
    const deposit = await getDeposit(app.db, member().id, input.id, app.clock.now())
    return { message: 'Deposit', data: await buildDepositDetails(app, deposit) }
  }),

  times: calls.times.handler(async ({ context: { app } }) => ({
    message: 'Times',
    data: { measured: await measureReviewMinutes(app.db, app.clock.now()) },
  })),

  submit: calls.submit.handler(async ({ context: { app, member }, input }) => {
    const deposit = await submitProof(app, member(), await toProofInput(input))
    return { message: TEXTS.submitted, data: await buildDepositDetails(app, deposit) }
  }),

  mine: calls.mine.handler(async ({ context: { app, member } }) => {
    const now = app.clock.now()
    const deposits = await listDeposits(app.db, now, { memberId: member().id })
    return { message: 'Deposits', data: await buildLines(app, deposits) }
  }),

  list: calls.list.handler(async ({ context: { app }, input }) => {
    const asOf = app.clock.now()
    const order = parseDepositOrder(input.sort, input)
    const { rows, ...count } = await listDepositPage(app.db, asOf, toSearch(input), order, input)
    return { message: 'Transactions', data: await buildStaffList(app, rows), ...count, asOf }
  }),

  file: calls.file.handler(({ context: { app }, input }) =>
    exportDeposits(app, toSearch(input), parseDepositOrder(input.sort, input)),
  ),

  counts: calls.counts.handler(async ({ context: { app } }) => ({
    message: 'Transactions by status',
    data: addTotalCount(await countDeposits(app.db, app.clock.now())),
  })),

  review: calls.review.handler(async ({ context: { app }, input }) => {
    const deposit = await getAnyDeposit(app.db, input.id, app.clock.now())
    return {
      message: 'Transaction',
      data: await buildDepositReview(app, deposit, omitEmpty(input)),
    }
  }),

  reviews: calls.reviews.handler(async ({ context: { app }, input }) => ({
    message: 'Transactions',
    data: await buildBulkReview(app, input.ids),
  })),

  proof: calls.proof.handler(({ context: { app }, input }) => readProofFile(app, input.id)),

  notePayment: calls.notePayment.handler(async ({ context: { app, admin }, input }) => {
    const deposit = await recordObservedPayment(app, admin(), {
      depositId: input.id,
      ...omitEmpty({ arrivedAt: input.arrivedAt, evidence: input.evidence }),
    })
    return { message: TEXTS.paymentNoted, data: await buildStaffDeposit(app, deposit) }
  }),

  confirm: calls.confirm.handler(async ({ context: { app, admin }, input: { id, ...arrival } }) => {
    const deposit = await confirmDeposit(app, admin(), { depositId: id, ...omitEmpty(arrival) })
    const data = await buildStaffDeposit(app, deposit)

    return deposit.status === 'completed'
      ? { status: 200 as const, body: { message: formatConfirmation(deposit, admin()), data } }
      : { status: 202 as const, body: { message: TEXTS.proposed, data } }
  }),

  unmatched: calls.unmatched.handler(async ({ context: { app } }) => ({
    message: 'Unmatched payments',
    data: await buildUnmatched(app),
  })),

  receiveUnmatched: calls.receiveUnmatched.handler(async ({ context: { app, admin }, input }) => {
    await receiveUnmatched(app, admin(), { paymentId: input.id })
    return { message: TEXTS.received }
  }),

  refund: calls.refund.handler(async ({ context: { app, member }, input }) => {
    await requestRefund(app, member(), { paymentId: input.id, address: input.address })
    return { message: TEXTS.refundRequested }
  }),

  reject: calls.reject.handler(async ({ context: { app, admin, session }, input }) => {
    if (session) await assertRecentStaffAuth(app, session)
    await rejectDeposit(app, admin(), { depositId: input.id, reason: input.reason ?? '' })
    return { message: TEXTS.rejected }
  }),

  reverse: calls.reverse.handler(async ({ context: { app, admin, session }, input }) => {
    if (session) await assertRecentStaffAuth(app, session)
    const { id, reason } = input
    const proposal = await proposeDepositReversal(app, admin(), {
      depositId: id,
      ...omitEmpty({ reason }),
    })
    return { message: TEXTS.reversalProposed, data: { proposal: proposal.id } }
  }),

  funds: calls.funds.handler(async ({ context: { app } }) => ({
    message: 'Completed deposits',
    data: await sumCompletedDeposits(app.db),
  })),

  pending: calls.pending.handler(async ({ context: { app } }) => ({
    message: 'Pending deposits',
    data: await countPendingDeposits(app.db),
  })),
})

type QuoteBody = {
  selected_plan?: string | undefined
  amount?: string | undefined
  payment_method?: string | undefined
}

const toQuoteInput = ({ selected_plan, amount, payment_method }: QuoteBody): QuoteDeposit =>
  omitEmpty({ planId: selected_plan, amount, method: payment_method })

type ProofBody = QuoteBody & {
  _id: string
  wallet_address?: string | undefined
  interest_percentage?: string | undefined
  payment_proof?: File | string | undefined
}

const toProofInput = async (body: ProofBody): Promise<SubmitProof> => ({
  depositId: body._id,
  ...toQuoteInput(body),
  ...omitEmpty({
    address: body.wallet_address,
    percentage: body.interest_percentage,
    proof: body.payment_proof instanceof Blob ? await body.payment_proof.bytes() : undefined,
  }),
})

type NonEmpty<Fields> = { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> }

/** Returns the fields that were sent with a value: forms send empty text for an unused field. */
const omitEmpty = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as NonEmpty<Fields>
