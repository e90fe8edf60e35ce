import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parseDestination, parseReason } from '../model.ts'
import { getPlace, getUnmatched } from '../queries.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'

export type Refund = { receipt: string; place?: string; destination: string; reason: string }

/** Proposes to refund the whole amount of a payment in suspense to its sender. */
export async function proposeRefund(app: App, admin: Staff, input: Refund): Promise<Begun> {
  assertPermitted(admin, 'suspense.refund')

  const { receipt } = input
  const kind = 'suspense_refunded'
  const details = {
    reason: parseReason(input.reason),
    destination: parseDestination(input.destination),
  }
  const id = createMovementId(app, { kind })
  const begun = await runInTransaction(app.db, async (tx) => {
    const { currency, amount: units } = await getUnmatched(tx, receipt)
    const place = await getPlace(tx, currency, input.place)
    const movement = { kind, receipt, currency, units, place, ...details } as const
    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
