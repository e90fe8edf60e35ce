import type { Actor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ConfirmedCredit } from '../model.ts'
import type { DepositTables } from '../tables.ts'
import { buildPaymentRelease } from './settle-payments.ts'

type DepositOutcome = {
  receiptId: string
  credit: ConfirmedCredit
  /** The payment was first seen after the quote had ended. */
  late: boolean
  /** The position that was opened; null if everything stays cash. */
  positionId: string | null
}

/**
 * Marks a locked deposit as completed, frees its reserved amount, releases the payments that were
 * not posted with it, and returns the row.
 */
export const completeDeposit = (
  tx: Tx,
  app: Pick<App, 'clock'>,
  actor: Actor,
  depositId: string,
  { receiptId, credit, late, positionId }: DepositOutcome,
) =>
  tx
    .withTables<DepositTables>()
    .with('released', (tables) => buildPaymentRelease(tables, depositId))
    .updateTable('deposit')
    .set({
      status: 'completed',
      amount_reserved: false,
      arrived_at: credit.arrivedAt,
      late,
      credit_rate: credit.rate,
      decided_at: app.clock.now(),
      decided_by: actor.label,
      automatic: actor.kind === 'system',
      receipt_id: receiptId,
      received: credit.arrival.amount,
      received_in: credit.arrival.currency,
      credited: credit.credited,
      position_id: positionId,
    })
    .where('id', '=', depositId)
    .returningAll()
    .executeTakeFirstOrThrow()
