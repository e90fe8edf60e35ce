import type { Cents } from '#lib/money.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parseReason } from '../model.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'

export type Promotion = {
  kind: 'promotion_funded' | 'promotion_returned'
  amount: Cents
  reason: string
}

/** Proposes to fund promotion from equity, or to return unspent money to equity. */
export async function proposePromotion(
  app: App,
  admin: Staff,
  { kind, amount: cents, reason: reasonText }: Promotion,
): Promise<Begun> {
  assertPermitted(admin, 'promotion.fund')

  const reason = parseReason(reasonText)
  const id = createMovementId(app, { kind })
  const begun = await runInTransaction(app.db, (tx) =>
    beginMovement(app, tx, admin, { id, movement: { kind, cents, reason } }),
  )

  announce(app, begun.movement, begun.proposal)

  return begun
}
