import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parseReason } from '../model.ts'
import { assertPlan, computeWorth } from '../queries.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'
import { type Arrival, prepareArrival } from '../steps/prepare-arrival.ts'

export type AssetsReturned = Arrival & { planId: string; reason: string }

/** Proposes to record returned assets of a plan, with their receipt. */
export async function proposeAssetsReturned(
  app: App,
  admin: Staff,
  input: AssetsReturned,
): Promise<Begun> {
  assertPermitted(admin, 'assets.record')

  const { reason: reasonText, planId, ...arrival } = input
  const kind = 'assets_returned'
  const reason = parseReason(reasonText)
  const id = createMovementId(app, { kind })
  const begun = await runInTransaction(app.db, async (tx) => {
    await assertPlan(tx, planId)

    const preparedArrival = await prepareArrival(app, tx, arrival, id)
    const movement = {
      kind,
      planId,
      ...preparedArrival,
      ...(await computeWorth(app, preparedArrival, 'in')),
      reason,
    } as const

    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
