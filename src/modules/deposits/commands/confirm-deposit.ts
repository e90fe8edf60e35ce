import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { formatUsd, parseAmount } from '#lib/money.ts'
import {
  isSameBankReference,
  normaliseBankReference,
  normaliseReceiptReference,
} from '#lib/payment-references.ts'
import { assertPermitted, getSecondAdminThreshold } from '#modules/approvals/model.ts'
import type { Decide } from '#modules/approvals/steps/decide.ts'
import type { Staff } from '#modules/identity/model.ts'
import { findReceipt } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF, toMemberAudience } from '#platform/events/events.ts'
import {
  type ConfirmedCredit,
  createArrivalNeededError,
  createPaymentGoneError,
  type DepositArrivalInput,
  isFarFromQuote,
  parseArrival,
  parseArrivalTime,
  type SomePayments,
  sumUnits,
  toChainArrival,
} from '../model.ts'
import { hasOwnPayments } from '../queries/own-payments.ts'
import { type Deposit, toDeposit } from '../queries.ts'
import { assertConfirmable, creditDeposit, type PreparedCredit } from '../steps/credit-deposit.ts'
import { lockDeposit } from '../steps/lock-deposit.ts'
import { loadCreditBasis, prepareCredit, prepareEvidenceCredit } from '../steps/prepare-credit.ts'
import { proposeCredit } from '../steps/propose-credit.ts'
import type { DepositTables } from '../tables.ts'

export type ConfirmDeposit = {
  depositId: string
  /** The time the payment was first seen, as an ISO instant. */
  arrivedAt?: string
  /** The dollars that the preview showed as credited and as invested. */
  credited?: string
  invested?: string
  /** The answer of the admin's approval key, where another admin has proposed the credit. */
  signature?: Decide['signature']
} & DepositArrivalInput

type Row = Selectable<DepositTables['deposit']>

/**
 * Credits the amount that arrived and opens the position, exactly once. With nothing entered, the
 * payments that the chain shows are credited. Confirming again with the same payment returns the
 * same deposit. A payment more than 5% away from its quote, and in live every one that the chain
 * does not show, is proposed and stays pending until a second admin approves it. Throws
 * `not_pending`, `already_confirmed`, `preview_differs`, `second_admin`, `receipt_used` and
 * `receipt_conflict` (409), `received_too_small` (422), `arrival_needed` (400), and what
 * `parseArrival`, `parseArrivalTime` and `prepareEvidenceCredit` throw.
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

    return (await needsSecondAdmin(app, tx, deposit, prepared.credit))
      ? await proposeCredit(app, tx, admin, deposit, prepared, input.signature)
      : await creditDeposit(app, tx, admin, deposit, prepared)
  })

  app.events.publish(toMemberAudience(row.member_id), 'deposits')
  if (row.status === 'pending') app.events.publish(STAFF, 'approvals')

  return toDeposit(row, app.clock.now())
}

/**
 * Returns what is posted: the payments that the chain shows, unless the admin entered another one.
 * Throws `payment_gone` (409) where they are gone and none was entered.
 */
async function computeConfirmedCredit(
  app: App,
  tx: Tx,
  row: Row,
  input: ConfirmDeposit,
): Promise<PreparedCredit> {
  const basis = await loadCreditBasis(app, tx, row)
  const { evidence } = basis
  const [first, ...others] = evidence.payments
  const payments: SomePayments | null = first ? [first, ...others] : null

  if (payments && isOfEvidence(row, input, payments))
    return await prepareEvidenceCredit(app, tx, row, basis, payments)
  if (evidence.gone && !payments && !input.txid && !input.bankReference)
    throw createPaymentGoneError()

  const now = app.clock.now()
  const deposit = toDeposit(row, now)
  const arrival = parseArrival(app.config.MODE, deposit, input)
  const arrivedAt = resolveArrivalTime(deposit, input.arrivedAt, now)

  return await prepareCredit(app, row, basis, { arrival, arrivedAt, payments: [] })
}

/** Returns whether what the admin entered, if anything, is what the chain shows. */
function isOfEvidence(row: Row, input: ConfirmDeposit, payments: SomePayments): boolean {
  const { txid, outputIndex, bankReference, received, arrivedAt } = input
  if (bankReference) return false

  const units = received ? parseAmount(received.trim(), row.coin) : null
  const reference = txid ? normaliseReceiptReference(txid) : null
  const isSameOutput = payments.some(
    (one) =>
      (reference === null || one.txid === reference) &&
      (outputIndex === undefined || one.outputIndex === outputIndex),
  )
  const at = arrivedAt && parseArrivalTime(arrivedAt, row.created_at, new Date(8.64e15))
  const isSameTime = !at || at.getTime() === toChainArrival(payments).arrivedAt.getTime()

  return isSameOutput && isSameTime && (units === null || units === sumUnits(payments))
}

/** Returns the entered time of arrival, else the recorded one. */
function resolveArrivalTime(deposit: Deposit, text: string | undefined, now: Date): Date {
  if (text) return parseArrivalTime(text, deposit.createdAt, now)
  if (deposit.arrivedAt) return deposit.arrivedAt
  throw createArrivalNeededError()
}

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
 * payment that the chain does not show, or that may be another deposit's, because a person's word
 * is not evidence.
 */
async function needsSecondAdmin(
  { config }: App,
  tx: Tx,
  deposit: Row,
  credit: ConfirmedCredit,
): Promise<boolean> {
  const quote = { amount: deposit.amount, coinAmount: deposit.coin_amount }
  if (isFarFromQuote(credit.arrival, quote)) return true

  const threshold = getSecondAdminThreshold('deposit.confirm', config.MODE)
  if (threshold === null || credit.credited < threshold) return false
  return credit.payments.length === 0 || !(await hasOwnPayments(tx, deposit.id))
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
