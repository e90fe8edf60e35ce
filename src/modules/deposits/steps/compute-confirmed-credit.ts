import type { Selectable } from 'kysely'
import { parseAmount } from '#lib/money.ts'
import { normaliseReceiptReference } from '#lib/payment-references.ts'
import type { Decide } from '#modules/approvals/steps/decide.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import {
  createArrivalNeededError,
  createPaymentGoneError,
  type DepositArrivalInput,
  parseArrival,
  parseArrivalTime,
  type SomePayments,
  sumUnits,
  toChainArrival,
} from '../model.ts'
import { type Deposit, toDeposit } from '../queries.ts'
import type { DepositTables } from '../tables.ts'
import type { PreparedCredit } from './credit-deposit.ts'
import { loadCreditBasis } from './load-credit-basis.ts'
import { prepareCredit, prepareEvidenceCredit } from './prepare-credit.ts'

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
 * Returns what is posted: the payments that the chain shows, unless the admin entered another one.
 * Throws `payment_gone` (409) where they are gone and none was entered.
 */
export async function computeConfirmedCredit(
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
