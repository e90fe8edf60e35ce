import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parseDestination, parsePositiveAmount, parseReason, type Sending } from '../model.ts'
import { assertPlan, computeWorth, getPlace } from '../queries.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'

export type AssetsPlaced = Sending & { planId: string; reason: string }

/** Proposes to place assets from custody for a plan. */
export async function proposeAssetsPlaced(
  app: App,
  admin: Staff,
  input: AssetsPlaced,
): Promise<Begun> {
  assertPermitted(admin, 'assets.record')

  const { currency, planId } = input
  const kind = 'assets_placed'
  const units = parsePositiveAmount(input.amount, currency)
  const details = {
    reason: parseReason(input.reason),
    destination: parseDestination(input.destination),
  }
  const id = createMovementId(app, { kind })
  const begun = await runInTransaction(app.db, async (tx) => {
    await assertPlan(tx, planId)
    const place = await getPlace(tx, currency, input.place)
    const worth = await computeWorth(app, { currency, units }, 'out')
    const movement = { kind, planId, currency, units, place, ...worth, ...details } as const
    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
