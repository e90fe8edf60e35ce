import { assertMay } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type Begun, beginMovement, movementId } from '../acts/begin-movement.ts'
import { announce } from '../acts/post-movement.ts'
import { amountFrom, destinationFrom, reasonFrom, type Sending } from '../model.ts'
import { assertPlan, getPlace, worthOf } from '../queries.ts'

export type AssetsPlaced = Sending & { planId: string; reason: string }

/** Asks a second admin to place outside, for a plan, what is held. */
export async function proposeAssetsPlaced(
  app: App,
  admin: Staff,
  input: AssetsPlaced,
): Promise<Begun> {
  assertMay(admin, 'assets.record')

  const { currency, planId } = input
  const kind = 'assets_placed'
  const units = amountFrom(input.amount, currency)
  const said = { reason: reasonFrom(input.reason), destination: destinationFrom(input.destination) }
  const id = movementId(app, { kind })
  const begun = await inTransaction(app.db, async (tx) => {
    await assertPlan(tx, planId)
    const place = await getPlace(tx, currency, input.place)
    const worth = await worthOf(app, { currency, units }, 'out')
    const movement = { kind, planId, currency, units, place, ...worth, ...said } as const
    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
