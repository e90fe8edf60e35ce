import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parseReason } from '../model.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'
import { type Arrival, prepareArrival } from '../steps/prepare-arrival.ts'

export type ReceiveSuspense = Arrival & { reason: string }

/** Posts a payment that matches no member to suspense, with its receipt. */
export async function receiveSuspense(
  app: App,
  admin: Staff,
  input: ReceiveSuspense,
): Promise<Begun> {
  assertPermitted(admin, 'suspense.receive')

  const { reason: reasonText, ...arrival } = input
  const kind = 'suspense_received'
  const reason = parseReason(reasonText)
  const id = createMovementId(app, { kind })
  const begun = await runInTransaction(app.db, async (tx) => {
    const movement = { kind, ...(await prepareArrival(app, tx, arrival, id)), reason } as const
    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
