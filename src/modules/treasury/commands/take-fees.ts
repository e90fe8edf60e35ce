import type { Cents } from '#lib/money.ts'
import { assertMay } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type Begun, beginMovement, movementId } from '../acts/begin-movement.ts'
import { announce } from '../acts/post-movement.ts'
import { reasonFrom } from '../model.ts'

export type TakeFees = { amount: Cents; reason: string }

/** Makes fees that were earned the operator's own money. */
export async function takeFees(app: App, admin: Staff, input: TakeFees): Promise<Begun> {
  assertMay(admin, 'fees.take')

  const kind = 'fees_taken'
  const movement = { kind, cents: input.amount, reason: reasonFrom(input.reason) } as const
  const id = movementId(app, { kind })
  const begun = await inTransaction(app.db, (tx) => beginMovement(app, tx, admin, { id, movement }))

  announce(app, begun.movement, begun.proposal)

  return begun
}
