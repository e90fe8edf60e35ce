import type { Cents } from '#lib/money.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ReceivedAmount } from '../model.ts'
import type { DepositTables } from '../tables.ts'

type DepositOutcome = {
  receiptId: string
  received: ReceivedAmount
  creditedCents: Cents
  /** The position that was opened; null if everything stays cash. */
  positionId: string | null
}

/** Marks a locked deposit as completed, frees its reserved amount, and returns the row. */
export const completeDeposit = (
  tx: Tx,
  app: Pick<App, 'clock'>,
  admin: Staff,
  depositId: string,
  { receiptId, received, creditedCents, positionId }: DepositOutcome,
) =>
  tx
    .withTables<DepositTables>()
    .updateTable('deposit')
    .set({
      status: 'completed',
      amount_reserved: false,
      decided_at: app.clock.now(),
      decided_by: admin.label,
      receipt_id: receiptId,
      received: received.amount,
      received_in: received.currency,
      credited: creditedCents,
      position_id: positionId,
    })
    .where('id', '=', depositId)
    .returningAll()
    .executeTakeFirstOrThrow()
