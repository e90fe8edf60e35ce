import { createNotFoundError } from '#lib/errors.ts'
import { formatAmount } from '#lib/money.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { beginMovement, createMovementId } from '#modules/treasury/steps/begin-movement.ts'
import { announce } from '#modules/treasury/steps/post-movement.ts'
import { prepareArrival } from '#modules/treasury/steps/prepare-arrival.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { findEvidenceProblem, UNMATCHED_LABELS } from '../model.ts'
import { checkPayments } from '../queries/payment-checks.ts'
import { findUnmatchedPayment } from '../queries/unmatched-payments.ts'
import { lockUnmatched } from '../steps/lock-unmatched.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Posts a payment on chain that belongs to no deposit to suspense, as the chain shows it, so that
 * it is matched to a member or refunded. Returns its receipt. Throws `not_found` (404),
 * `receipt_used` (409), and what `findEvidenceProblem` returns.
 */
export async function receiveUnmatched(
  app: App,
  admin: Staff,
  { paymentId }: { paymentId: string },
): Promise<string> {
  assertPermitted(admin, 'suspense.receive')

  const kind = 'suspense_received'
  const id = createMovementId(app, { kind })
  const { begun, receipt } = await runInTransaction(app.db, async (tx) => {
    await lockUnmatched(tx, paymentId)
    const payment = await findUnmatchedPayment(tx, paymentId)
    if (!payment || payment.receiptId !== null) throw createNotFoundError('This payment')

    const checks = await checkPayments(tx, [{ id: paymentId, cents: 0n }])
    const problem = findEvidenceProblem([...checks.values()], app.clock.now())
    if (problem) throw problem

    const { coin: currency, units, txid, outputIndex } = payment
    const arrival = { currency, amount: formatAmount(units, currency), txid, outputIndex }
    const prepared = await prepareArrival(app, tx, arrival, paymentId)
    const reason = UNMATCHED_LABELS[payment.reason ?? 'unknown_address']
    const begun = await beginMovement(app, tx, admin, {
      id,
      movement: { kind, ...prepared, reason } as const,
    })

    await tx
      .withTables<DepositTables>()
      .updateTable('deposit_payment')
      .set({ receipt_id: prepared.receipt })
      .where('payment_id', '=', paymentId)
      .execute()

    return { begun, receipt: prepared.receipt }
  })

  announce(app, begun.movement, begun.proposal)
  app.events.publish(STAFF, 'deposits')

  return receipt
}
