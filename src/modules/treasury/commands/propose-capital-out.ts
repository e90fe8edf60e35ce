import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parseDestination, parsePositiveAmount, parseReason, type Sending } from '../model.ts'
import { computeWorth, getPlace } from '../queries.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'

export type CapitalOut = Sending & { reason: string }

/** Proposes to pay out the operator's own capital, up to the balances of equity and the place. */
export async function proposeCapitalOut(app: App, admin: Staff, input: CapitalOut): Promise<Begun> {
  assertPermitted(admin, 'capital.record')

  const { currency } = input
  const kind = 'capital_paid_out'
  const units = parsePositiveAmount(input.amount, currency)
  const details = {
    reason: parseReason(input.reason),
    destination: parseDestination(input.destination),
  }
  const id = createMovementId(app, { kind })
  const begun = await runInTransaction(app.db, async (tx) => {
    const place = await getPlace(tx, currency, input.place)
    const worth = await computeWorth(app, { currency, units }, 'out')
    const movement = { kind, currency, units, place, ...worth, ...details } as const
    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
