import { assertMay } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type Begun, beginMovement, movementId } from '../acts/begin-movement.ts'
import { announce } from '../acts/post-movement.ts'
import { amountFrom, destinationFrom, reasonFrom, type Sending } from '../model.ts'
import { getPlace, worthOf } from '../queries.ts'

export type CapitalOut = Sending & { reason: string }

/**
 * Asks a second admin to let the operator's own money leave; no more than there is in equity, and
 * at that place.
 */
export async function proposeCapitalOut(app: App, admin: Staff, input: CapitalOut): Promise<Begun> {
  assertMay(admin, 'capital.record')

  const { currency } = input
  const kind = 'capital_paid_out'
  const units = amountFrom(input.amount, currency)
  const said = { reason: reasonFrom(input.reason), destination: destinationFrom(input.destination) }
  const id = movementId(app, { kind })
  const begun = await inTransaction(app.db, async (tx) => {
    const place = await getPlace(tx, currency, input.place)
    const worth = await worthOf(app, { currency, units }, 'out')
    const movement = { kind, currency, units, place, ...worth, ...said } as const
    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
