import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { computeArrival, findLastPayment } from '../model.ts'
import { getCreditRate } from '../queries/deposit-credit.ts'
import { type AssignedPayment, listDepositPayments } from '../queries/deposit-payments.ts'
import { toDeposit } from '../queries/deposit-row.ts'
import type { DepositTables } from '../tables.ts'
import { lockDeposit } from './lock-deposit.ts'

/**
 * Brings an undecided deposit in line with its payments: pending with the arrival of the last one,
 * also without a proof; waiting again when all of them are gone. Returns the member of a deposit
 * that may have changed. Throws `price_unavailable` (503).
 */
export async function updateArrival(app: App, tx: Tx, depositId: string): Promise<string> {
  const row = await lockDeposit(tx, depositId)
  if (row.status === 'completed' || row.status === 'rejected' || row.status === 'reversed')
    return row.member_id

  const payments = await listDepositPayments(tx, [depositId])
  const shown = payments.filter(({ gone, receiptId }) => !gone && receiptId === null)
  const arrivals = []
  for (const payment of shown) arrivals.push(await updatePayment(app, tx, row, payment))

  const [first, ...others] = arrivals
  if (first) await markPending(app, tx, row, findLastPayment([first, ...others]))
  else if (payments.length > 0) await markUnseen(app, tx, row)

  return row.member_id
}

type Row = Awaited<ReturnType<typeof lockDeposit>>
type PaymentArrival = { arrivedAt: Date; rate: bigint; late: boolean }

/** Stores when a payment arrived: a provider can turn out to have seen it earlier. */
async function updatePayment(
  app: App,
  tx: Tx,
  row: Row,
  { id, firstSeenAt, arrivedAt: before, rate: creditRate }: AssignedPayment,
): Promise<PaymentArrival> {
  const deposit = toDeposit(row, app.clock.now())
  const arrivedAt = computeArrival(firstSeenAt, deposit.createdAt)
  const { rate, late } = await getCreditRate(
    app,
    { ...deposit, arrivedAt: before, creditRate },
    arrivedAt,
  )

  if (arrivedAt.getTime() !== before.getTime() || rate !== creditRate)
    await tx
      .withTables<DepositTables>()
      .updateTable('deposit_payment')
      .set({ arrived_at: arrivedAt, rate })
      .where('payment_id', '=', id)
      .execute()

  return { arrivedAt, rate, late }
}

const markPending = (
  { clock }: App,
  tx: Tx,
  { id, submitted_at: submittedAt }: Row,
  { arrivedAt, rate, late }: PaymentArrival,
) =>
  tx
    .withTables<DepositTables>()
    .updateTable('deposit')
    .set({
      status: 'pending',
      submitted_at: submittedAt ?? clock.now(),
      arrived_at: arrivedAt,
      late,
      credit_rate: rate,
    })
    .where('id', '=', id)
    .execute()

/**
 * Forgets an arrival that the chain no longer shows. Without a proof or a note of staff the deposit
 * waits for its payment again.
 */
async function markUnseen({ clock }: App, tx: Tx, row: Row) {
  if (row.status !== 'pending') return

  const isKnownOtherwise = row.proof_key !== null || row.evidence !== null
  if (isKnownOtherwise && row.arrived_at === null) return

  const waiting = row.amount_reserved ? ('awaiting_payment' as const) : ('expired' as const)
  await tx
    .withTables<DepositTables>()
    .updateTable('deposit')
    .set({
      arrived_at: null,
      late: null,
      credit_rate: null,
      ...(!isKnownOtherwise && { status: waiting, submitted_at: null }),
    })
    .where('id', '=', row.id)
    .execute()
  await record(tx, clock.now(), systemActor, 'deposit.payment-gone', row.id)
}
