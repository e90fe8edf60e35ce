import { sql } from 'kysely'
import type { ChainPayment } from '#modules/chains/model.ts'
import { listPaymentsToHandle } from '#modules/chains/queries.ts'
import { markPaymentsHandled } from '#modules/chains/steps/mark-payments-handled.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF, toMemberAudience } from '#platform/events/events.ts'
import { assignPayment } from '../steps/assign-payment.ts'
import { updateArrival } from '../steps/update-arrival.ts'
import type { DepositTables } from '../tables.ts'

const PAYMENTS_AT_ONCE = 200

/**
 * Acts on every payment on chain that is new or changed: finds its deposit, stores the ones that
 * have none, and brings the deposit in line. A payment that can't be handled now is handled by the
 * next run and holds up no other. Safe to repeat. Returns the number of payments handled.
 */
export async function matchPayments(app: App): Promise<number> {
  let handled = 0
  for (const payment of await listPaymentsToHandle(app, app.db, PAYMENTS_AT_ONCE))
    try {
      await handlePayment(app, payment)
      handled += 1
    } catch (error) {
      app.log.error({ payment: payment.id, err: error }, 'a payment could not be matched')
    }

  return handled
}

async function handlePayment(app: App, payment: ChainPayment): Promise<void> {
  const memberId = await runInTransaction(app.db, async (tx) => {
    await lockPayment(tx, payment.id)
    const assigned = await findAssignment(tx, payment.id)
    const depositId = assigned ? assigned.deposit_id : await assignPayment(app, tx, payment)
    const changed = depositId === null ? null : await updateArrival(app, tx, depositId)

    await markPaymentsHandled(tx, [payment])
    return changed
  })

  app.events.publish(memberId ? toMemberAudience(memberId) : STAFF, 'deposits')
}

/** Locks a payment against another run until the transaction ends. */
async function lockPayment(tx: Tx, paymentId: string): Promise<void> {
  const turn = `deposit-payment/${paymentId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(tx)
}

const findAssignment = (tx: Tx, paymentId: string) =>
  tx
    .withTables<DepositTables>()
    .selectFrom('deposit_payment')
    .select('deposit_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
