import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { parseAmount } from '#lib/money.ts'
import {
  isSameBankReference,
  normaliseBankReference,
  normaliseReceiptReference,
} from '#lib/payment-references.ts'
import { assertPermitted, getSecondAdminThreshold } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { findReceipt } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF, toMemberAudience } from '#platform/events/events.ts'
import { type ConfirmedCredit, isFarFromQuote } from '../model.ts'
import { hasOwnPayments } from '../queries/own-payments.ts'
import { type Deposit, toDeposit } from '../queries.ts'
import { assertSameAsPreview } from '../steps/assert-same-as-preview.ts'
import { type ConfirmDeposit, computeConfirmedCredit } from '../steps/compute-confirmed-credit.ts'
import { assertConfirmable, creditDeposit } from '../steps/credit-deposit.ts'
import { lockDeposit } from '../steps/lock-deposit.ts'
import { proposeCredit } from '../steps/propose-credit.ts'
import type { DepositTables } from '../tables.ts'

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
