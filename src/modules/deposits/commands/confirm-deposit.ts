import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { type Cents, parseAmount } from '#lib/money.ts'
import {
  isSameBankReference,
  normaliseBankReference,
  normaliseReceiptReference,
} from '#lib/payment-references.ts'
import { recordFirstDeposit } from '#modules/affiliates/steps/record-first-deposit.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { findReceipt } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { getPlanVersion } from '#modules/plans/queries.ts'
import { openPosition } from '#modules/plans/steps/open-position.ts'
import { receivePayment } from '#modules/treasury/steps/receive-payment.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import {
  buildCreditTransfers,
  computeCreditCents,
  computeInvestedCents,
  type DepositArrival,
  type DepositArrivalInput,
  parseArrival,
} from '../model.ts'
import { type Deposit, toDeposit } from '../queries.ts'
import { completeDeposit } from '../steps/complete-deposit.ts'
import { lockDeposit } from '../steps/lock-deposit.ts'
import type { DepositTables } from '../tables.ts'

export type ConfirmDeposit = { depositId: string } & DepositArrivalInput

type Row = Selectable<DepositTables['deposit']>

/**
 * Credits the amount that arrived and opens the position, exactly once. Confirming again with the
 * same payment returns the same deposit. Throws `not_pending`, `already_confirmed`,
 * `receipt_used` and `receipt_conflict` (409), `received_too_small` (422), and what `parseArrival`
 * throws.
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

    return await creditDeposit(app, tx, admin, deposit, input)
  })

  app.events.publish(toMemberAudience(row.member_id), 'deposits')

  return toDeposit(row, app.clock.now())
}

async function creditDeposit(
  app: App,
  tx: Tx,
  admin: Staff,
  deposit: Row,
  input: DepositArrivalInput,
): Promise<Row> {
  const { id: depositId, member_id: memberId } = deposit
  const on = app.clock.today()

  const quoted = { id: depositId, coin: deposit.coin, coinAmount: deposit.coin_amount }
  const arrival = parseArrival(app.config.MODE, quoted, input)
  const receiptId = await receivePayment(tx, app, {
    ...arrival,
    arrivedAt: app.clock.now(),
    recordedBy: admin.id,
  })

  const creditedCents = computeDepositCredit(deposit, arrival)
  const { principal, position, transfers } = await openDepositPosition(
    app,
    tx,
    admin,
    deposit,
    creditedCents,
  )

  const completed = await completeDeposit(tx, app, admin, depositId, {
    receiptId,
    received: arrival,
    creditedCents,
    positionId: position?.id ?? null,
  })

  await recordFirstDeposit(tx, app, { memberId, depositId, credited: creditedCents, on })

  const creditTransfers = buildCreditTransfers({
    depositId,
    memberId,
    received: arrival,
    receipt: receiptId,
    cents: creditedCents,
    on,
    actor: admin.id,
  })
  await post(tx, [...creditTransfers, ...transfers])

  await notifyDepositConfirmed(app, tx, completed, principal)
  await record(tx, app.clock.now(), admin, 'deposit.confirmed', depositId, {
    credited: creditedCents,
    principal,
    receipt: receiptId,
    late: deposit.late,
  })

  return completed
}

function assertConfirmable({ status, decided_by: decidedBy }: Row) {
  if (status === 'pending') return

  throw new DomainError(
    'not_pending',
    409,
    status === 'rejected'
      ? `${decidedBy} has rejected this deposit meanwhile. Nothing was credited.`
      : 'This deposit has no proof of payment yet; nothing was paid.',
  )
}

function computeDepositCredit(deposit: Row, arrival: DepositArrival): Cents {
  const cents = computeCreditCents(arrival, deposit.credit_rate ?? deposit.rate)
  if (cents > 0n) return cents

  throw new DomainError(
    'received_too_small',
    422,
    'What arrived is worth less than a cent.',
    'received',
  )
}

/** Opens the position for the part of the credit that the plan accepts; none below its minimum. */
async function openDepositPosition(
  app: App,
  tx: Tx,
  admin: Staff,
  deposit: Row,
  creditedCents: Cents,
) {
  const plan = await getPlanVersion(tx, deposit.plan_version_id)
  const principal = computeInvestedCents(creditedCents, plan)
  if (principal === 0n) return { principal, position: null, transfers: [] }

  const opened = await openPosition(tx, {
    memberId: deposit.member_id,
    planVersionId: deposit.plan_version_id,
    principal,
    openedOn: app.clock.today(),
    depositId: deposit.id,
    actor: admin.id,
  })

  return { principal, ...opened }
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
    'This deposit was confirmed before with another payment.',
  )
}

async function notifyDepositConfirmed(app: App, tx: Tx, row: Row, principal: Cents) {
  const { credited, received, received_in: receivedIn } = row
  invariant(
    credited !== null && received !== null && receivedIn !== null,
    'a confirmed deposit has the amounts received and credited',
  )

  await notifyMember(tx, app, row.member_id, 'deposit-confirmed', {
    depositId: row.id,
    plan: row.plan_name,
    credited,
    principal,
    received,
    receivedIn,
  })
}
