import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { parsePlace, parsePositiveAmount, parseReason } from '../model.ts'
import { getPlace, isPlace } from '../queries.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'

export type MoveCustody = {
  currency: Currency
  amount: string
  place?: string
  toPlace: string
  /** Confirms that the movement may open a new place, so that a misspelt name opens none. */
  opensPlace?: boolean
  reason: string
}

/**
 * Proposes to move a holding from one place to another, such as from the hot wallet to the cold
 * one. A new place is opened when the movement is posted.
 */
export async function moveCustody(app: App, admin: Staff, input: MoveCustody): Promise<Begun> {
  assertPermitted(admin, 'custody.move')

  const { currency } = input
  const kind = 'custody_moved'
  const units = parsePositiveAmount(input.amount, currency)
  const reason = parseReason(input.reason)
  const id = createMovementId(app, { kind })
  const begun = await runInTransaction(app.db, async (tx) => {
    const place = await getPlace(tx, currency, input.place)
    const [toPlace, opensPlace] = await resolveDestination(tx, input)

    if (toPlace === place)
      throw new DomainError(
        'same_place',
        400,
        'The funds are already there. Choose another location.',
        'toPlace',
      )

    const movement = { kind, currency, units, place, toPlace, opensPlace, reason } as const
    return await beginMovement(app, tx, admin, { id, movement })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}

/** Returns the receiving place and whether the movement opens it. */
async function resolveDestination(
  tx: Tx,
  { currency, toPlace, opensPlace = false }: MoveCustody,
): Promise<[place: string, opens: boolean]> {
  const place = parsePlace(toPlace, currency, 'toPlace')
  if (opensPlace && !(await isPlace(tx, currency, place))) return [place, true]
  return [await getPlace(tx, currency, toPlace, 'toPlace'), false]
}
