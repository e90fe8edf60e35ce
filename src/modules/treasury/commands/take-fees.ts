import type { Cents } from '#lib/money.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parseReason } from '../model.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'

export type TakeFees = { amount: Cents; reason: string }

/** Moves earned fees to equity. */
export async function takeFees(app: App, admin: Staff, input: TakeFees): Promise<Begun> {
  assertPermitted(admin, 'fees.take')

  const kind = 'fees_taken'
  const movement = { kind, cents: input.amount, reason: parseReason(input.reason) } as const
  const id = createMovementId(app, { kind })
  const begun = await runInTransaction(app.db, (tx) =>
    beginMovement(app, tx, admin, { id, movement }),
  )

  announce(app, begun.movement, begun.proposal)

  return begun
}
