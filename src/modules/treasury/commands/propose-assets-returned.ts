import { assertMay } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type Begun, beginMovement, movementId } from '../acts/begin-movement.ts'
import { type Arrival, noteArrival } from '../acts/note-arrival.ts'
import { announce } from '../acts/post-movement.ts'
import { reasonFrom } from '../model.ts'
import { assertPlan, worthOf } from '../queries.ts'

export type AssetsReturned = Arrival & { planId: string; reason: string }

/** Asks a second admin to record what has come back of a plan's assets, with its receipt. */
export async function proposeAssetsReturned(
  app: App,
  admin: Staff,
  input: AssetsReturned,
): Promise<Begun> {
  assertMay(admin, 'assets.record')

  const { reason: said, planId, ...arrival } = input
  const kind = 'assets_returned'
  const reason = reasonFrom(said)
  const id = movementId(app, { kind })
  const begun = await inTransaction(app.db, async (tx) => {
    await assertPlan(tx, planId)

    const arrived = await noteArrival(app, tx, arrival, id)
    const movement = {
      kind,
      planId,
      ...arrived,
      ...(await worthOf(app, arrived, 'in')),
      reason,
    } as const

    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
