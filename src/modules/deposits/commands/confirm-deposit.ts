import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { type Cents, parseAmount } from '#lib/money.ts'
import { normaliseBankReference, normaliseReceiptReference } from '#lib/payment-references.ts'
import { recordFirstDeposit } from '#modules/affiliates/steps/record-first-deposit.ts'
import { assertMay } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { findReceipt } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import { getPlanVersion } from '#modules/plans/queries.ts'
import { openPosition } from '#modules/plans/steps/open-position.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { computeCreditCents, computeInvestedCents, creditTransfers } from '../model.ts'
import { type Deposit, toDeposit } from '../queries.ts'
import { lockDeposit } from '../steps/lock-deposit.ts'
import { type DepositArrivalInput, recordArrival } from '../steps/record-arrival.ts'
import type { DepositTables } from '../tables.ts'

export type ConfirmDeposit = { depositId: string } & DepositArrivalInput

type Row = Selectable<DepositTables['deposit']>

/**
 * Credits what arrived and opens the position; all of it happens once, however often and from
 * wherever it is confirmed.
 */
export async function confirmDeposit(
  app: App,
  admin: Staff,
  input: ConfirmDeposit,
): Promise<Deposit> {
  assertMay(admin, 'deposit.confirm')

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
  arrivalInput: DepositArrivalInput,
): Promise<Row> {
  const now = app.clock.now()
  const arrival = await recordArrival(tx, app, admin, deposit, arrivalInput)
  const cents = computeDepositCredit(deposit, arrival)
  const plan = await getPlanVersion(tx, deposit.plan_version_id)
  const principal = computeInvestedCents(cents, plan)
  const opened =
    principal > 0n ? await openDepositPosition(app, tx, admin, deposit, principal) : null
  const completed = await tx
    .withTables<DepositTables>()
    .updateTable('deposit')
    .set({
      status: 'completed',
      amount_kept: false,
      decided_at: now,
      decided_by: admin.label,
      receipt_id: arrival.receiptId,
      received: arrival.amount,
      received_in: arrival.currency,
      credited: cents,
      position_id: opened?.position.id ?? null,
    })
    .where('id', '=', deposit.id)
    .returningAll()
    .executeTakeFirstOrThrow()

  const { id: depositId, member_id: memberId } = deposit
  await recordFirstDeposit(tx, app, { memberId, depositId, credited: cents, on: app.clock.today() })

  const movement = {
    depositId: deposit.id,
    memberId: deposit.member_id,
    receipt: arrival.receiptId,
    cents,
    arrival,
    on: app.clock.today(),
    actor: admin.id,
  }

  await post(tx, [...creditTransfers(movement), ...(opened?.transfers ?? [])])
  await notifyDepositConfirmed(app, tx, completed, principal)

  const details = { credited: cents, principal, receipt: arrival.receiptId, late: deposit.late }
  await record(tx, now, admin, 'deposit.confirmed', deposit.id, details)

  return completed
}

type Arrival = Awaited<ReturnType<typeof recordArrival>>

function computeDepositCredit(deposit: Row, arrival: Arrival): Cents {
  const cents = computeCreditCents(arrival, deposit.credit_rate ?? deposit.rate)
  if (cents > 0n) return cents

  throw new DomainError(
    'received_too_small',
    422,
    'What arrived is worth less than a cent.',
    'received',
  )
}

function assertConfirmable({ status, decided_by: by }: Row) {
  if (status === 'pending') return

  const why =
    status === 'rejected'
      ? `${by} has rejected this deposit meanwhile. Nothing was credited.`
      : 'This deposit has no proof of payment yet; nothing was paid.'
  throw new DomainError('not_pending', 409, why)
}

/** Confirming again is answered like the first time, unless it tells of another payment. */
async function replayConfirmation(tx: Tx, deposit: Row, input: ConfirmDeposit): Promise<Row> {
  const receipt = await findReceipt(tx, deposit.receipt_id ?? '')
  const { txid, outputIndex, bankReference, received: receivedText } = input
  const reference = txid
    ? normaliseReceiptReference(txid)
    : bankReference && normaliseBankReference(bankReference)
  const received =
    receivedText && parseAmount(receivedText.trim(), deposit.received_in ?? deposit.coin)
  const samePayment = !reference || reference === receipt?.reference
  const sameOutput = outputIndex === undefined || outputIndex === receipt?.outputIndex
  if (samePayment && sameOutput && (!receivedText || received === deposit.received)) return deposit

  throw new DomainError(
    'already_confirmed',
    409,
    'This deposit was confirmed before with another payment.',
  )
}

const openDepositPosition = (app: App, tx: Tx, admin: Staff, deposit: Row, principal: Cents) =>
  openPosition(tx, {
    memberId: deposit.member_id,
    planVersionId: deposit.plan_version_id,
    principal,
    openedOn: app.clock.today(),
    depositId: deposit.id,
    actor: admin.id,
  })

async function notifyDepositConfirmed(app: App, tx: Tx, row: Row, principal: Cents) {
  const { email, firstName } = await getMember(tx, row.member_id)
  await notify(
    tx,
    app,
    { memberId: row.member_id, to: email, name: firstName },
    'deposit-confirmed',
    {
      depositId: row.id,
      plan: row.plan_name,
      credited: row.credited,
      principal,
      received: row.received,
      receivedIn: row.received_in,
      rate: row.credit_rate,
      late: row.late,
    },
  )
}
