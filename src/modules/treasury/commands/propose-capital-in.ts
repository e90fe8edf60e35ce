import { assertMay } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type Begun, beginMovement, movementId } from '../acts/begin-movement.ts'
import { type Arrival, noteArrival } from '../acts/note-arrival.ts'
import { announce } from '../acts/post-movement.ts'
import { reasonFrom } from '../model.ts'
import { worthOf } from '../queries.ts'

export type CapitalIn = Arrival & { reason: string }

/** Asks a second admin to record money of the operator's own that has come in, with its receipt. */
export async function proposeCapitalIn(app: App, admin: Staff, input: CapitalIn): Promise<Begun> {
  assertMay(admin, 'capital.record')

  const { reason: said, ...arrival } = input
  const kind = 'capital_paid_in'
  const reason = reasonFrom(said)
  const id = movementId(app, { kind })
  const begun = await inTransaction(app.db, async (tx) => {
    const arrived = await noteArrival(app, tx, arrival, id)
    const movement = { kind, ...arrived, ...(await worthOf(app, arrived, 'in')), reason } as const
    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
