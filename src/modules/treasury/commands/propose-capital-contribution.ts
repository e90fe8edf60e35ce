import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parseReason } from '../model.ts'
import { computeWorth } from '../queries.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'
import { type Arrival, prepareArrival } from '../steps/prepare-arrival.ts'

export type CapitalContribution = Arrival & { reason: string }

/** Proposes to record a contribution of the operator's own capital, with its receipt. */
export async function proposeCapitalContribution(
  app: App,
  admin: Staff,
  input: CapitalContribution,
): Promise<Begun> {
  assertPermitted(admin, 'capital.record')

  const { reason: reasonText, ...arrival } = input
  const kind = 'capital_paid_in'
  const reason = parseReason(reasonText)
  const id = createMovementId(app, { kind })
  const begun = await runInTransaction(app.db, async (tx) => {
    const preparedArrival = await prepareArrival(app, tx, arrival, id)
    const movement = {
      kind,
      ...preparedArrival,
      ...(await computeWorth(app, preparedArrival, 'in')),
      reason,
    } as const
    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
