import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { formatUsd, parseAmount } from '#lib/money.ts'
import {
  isSameBankReference,
  normaliseBankReference,
  normaliseReceiptReference,
} from '#lib/payment-references.ts'
import { assertPermitted, getSecondAdminThreshold } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { selectMember, takeMember } from '#modules/identity/queries.ts'
import { findReceipt } from '#modules/ledger/queries.ts'
import { selectLockedCreditPlan, takeCreditPlan } from '#modules/plans/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF, toMemberAudience } from '#platform/events/events.ts'
import {
  type ConfirmedCredit,
  createArrivalNeededError,
  type DepositArrivalInput,
  isFarFromQuote,
  parseArrival,
  parseArrivalTime,
} from '../model.ts'
import { computeDepositCredit, type Deposit, toDeposit } from '../queries.ts'
import { assertConfirmable, creditDeposit, type PreparedCredit } from '../steps/credit-deposit.ts'
import { lockDeposit } from '../steps/lock-deposit.ts'
import { proposeCredit } from '../steps/propose-credit.ts'
import type { DepositTables } from '../tables.ts'

export type ConfirmDeposit = {
  depositId: string
  /** When the payment was first seen, as an ISO instant. */
  arrivedAt?: string
  /** The dollars that the preview showed as credited and as invested. */
  credited?: string
  invested?: string
} & DepositArrivalInput

type Row = Selectable<DepositTables['deposit']>

/**
 * Credits the amount that arrived and opens the position, exactly once. Confirming again with the
 * same payment returns the same deposit. A payment more than 5% away from its quote, and in live
 * every payment, is proposed and stays pending until a second admin approves it. Throws
 * `not_pending`, `already_confirmed`, `preview_differs`, `second_admin`, `receipt_used` and
 * `receipt_conflict` (409), `received_too_small` (422), `arrival_needed` (400), and what
 * `parseArrival` and `parseArrivalTime` throw.
 */
export async function confirmDeposit(
  app: App,
  admin: Staff,
  input: ConfirmDeposit,
): Promise<Deposit> {
  assertPermitted(admin, 'deposit.confirm')

  const row = await runInTransaction(app.db, async (tx) => {
    const deposit = await lockDeposit(tx, input.depositId)
    if (deposit.status === 'completed') return await replayConfirmation(tx, deposit, input)
    assertConfirmable(deposit)

    const prepared = await computeConfirmedCredit(app, tx, deposit, input)
    assertSameAsPreview(app, input, prepared.credit)

    return needsSecondAdmin(app, deposit, prepared.credit)
      ? await proposeCredit(app, tx, admin, deposit, prepared)
      : await creditDeposit(app, tx, admin, deposit, prepared)
  })

  app.events.publish(toMemberAudience(row.member_id), 'deposits')
  if (row.status === 'pending') app.events.publish(STAFF, 'approvals')

  return toDeposit(row, app.clock.now())
}

async function computeConfirmedCredit(
  app: App,
  tx: Tx,
  row: Row,
  input: ConfirmDeposit,
): Promise<PreparedCredit> {
  const now = app.clock.now()
  const deposit = toDeposit(row, now)
  const arrival = parseArrival(app.config.MODE, deposit, input)
  const arrivedAt = resolveArrivalTime(deposit, input.arrivedAt, now)

  const rows = await readBatch(tx, {
    plan: selectLockedCreditPlan(tx, deposit.planVersionId),
    member: selectMember(tx, deposit.memberId),
  })
  const plan = takeCreditPlan(rows.plan)
  const figures = await computeDepositCredit(app, plan, deposit, { received: arrival, arrivedAt })
  if (figures.credited === 0n) throw createTooSmallError()

  const { rate, credited, invested } = figures
  const credit = { memberId: deposit.memberId, arrival, rate, credited, invested, arrivedAt }
  return { credit, figures, plan, member: takeMember(rows.member) }
}

/** Returns the entered time of arrival, else the recorded one. */
function resolveArrivalTime(deposit: Deposit, text: string | undefined, now: Date): Date {
  if (text) return parseArrivalTime(text, deposit.createdAt, now)
  if (deposit.arrivedAt) return deposit.arrivedAt
  throw createArrivalNeededError()
}

const createTooSmallError = () =>
  new DomainError(
    'received_too_small',
    422,
    'The amount received is worth less than a cent.',
    'received',
  )

/**
 * Throws `preview_differs` (409) unless exactly what the admin saw is posted, and `preview_needed`
 * (400) where live gets no figure to compare.
 */
function assertSameAsPreview(
  { config }: App,
  input: Pick<ConfirmDeposit, 'credited' | 'invested'>,
  { credited, invested }: ConfirmedCredit,
) {
  if (config.MODE === 'live' && !input.credited)
    throw new DomainError(
      'preview_needed',
      400,
      'Please send the credited amount shown in the preview.',
      'credited',
    )

  const differs = (text: string | undefined, cents: bigint) =>
    text !== undefined && parseAmount(text.trim(), 'USD') !== cents
  if (!differs(input.credited, credited) && !differs(input.invested, invested)) return

  throw new DomainError(
    'preview_differs',
    409,
    `Nothing was posted because the figures have changed. ${formatUsd(credited)} would now be ` +
      `credited, ${formatUsd(invested)} of it invested. Check the new figures and confirm ` +
      'again.',
  )
}

/**
 * Returns whether a second admin decides: more than 5% away from the quote always; in live every
 * confirmation by hand, because a person's word is not evidence of the chain.
 */
function needsSecondAdmin({ config }: App, deposit: Row, credit: ConfirmedCredit): boolean {
  const quote = { amount: deposit.amount, coinAmount: deposit.coin_amount }
  if (isFarFromQuote(credit.arrival, quote)) return true

  const threshold = getSecondAdminThreshold('deposit.confirm', config.MODE)
  return threshold !== null && credit.credited >= threshold
}

/** Returns a completed deposit unchanged if the input names its payment, and rejects another. */
async function replayConfirmation(tx: Tx, deposit: Row, input: ConfirmDeposit): Promise<Row> {
  const receipt = await findReceipt(tx, deposit.receipt_id ?? '')
  const { txid, outputIndex, bankReference, received: receivedText } = input
  const reference = txid
    ? normaliseReceiptReference(txid)
    : bankReference && normaliseBankReference(bankReference)
  const received =
    receivedText && parseAmount(receivedText.trim(), deposit.received_in ?? deposit.coin)

  const isSamePayment =
    !reference ||
    reference === receipt?.reference ||
    (receipt?.source === 'bank' && isSameBankReference(reference, receipt.reference))
  const isSameOutput = outputIndex === undefined || outputIndex === receipt?.outputIndex
  const isSameAmount = !receivedText || received === deposit.received
  if (isSamePayment && isSameOutput && isSameAmount) return deposit

  throw new DomainError(
    'already_confirmed',
    409,
    'This deposit was already confirmed with a different payment.',
  )
}
