import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'
import { assertMay } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { openCustodyAccount } from '#modules/ledger/acts/open-custody-account.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type Begun, beginMovement, movementId } from '../acts/begin-movement.ts'
import { announce } from '../acts/post-movement.ts'
import { amountFrom, placeFrom, reasonFrom } from '../model.ts'
import { getPlace } from '../queries.ts'

export type MoveCustody = {
  currency: Currency
  amount: string
  place?: string
  toPlace: string
  /** Said when the place is to be opened by this, so that a slip of the pen opens none. */
  opensPlace?: boolean
  reason: string
}

/** Writes down that what is held moved from one place to another, such as from the hot wallet to the cold one. */
export async function moveCustody(app: App, admin: Staff, input: MoveCustody): Promise<Begun> {
  assertMay(admin, 'custody.move')
  const { currency } = input
  const kind = 'custody_moved'
  const units = amountFrom(input.amount, currency)
  const reason = reasonFrom(input.reason)
  const id = movementId(app, kind)
  const begun = await inTransaction(app.db, async (tx) => {
    const place = await getPlace(tx, currency, input.place)
    const toPlace = await destinationOf(tx, input)
    if (toPlace === place)
      throw new DomainError('same_place', 400, 'It is there already: name another place.', 'toPlace')
    const movement = { kind, currency, units, place, toPlace, reason } as const
    return await beginMovement(app, tx, admin, { id, movement })
  })
  announce(app, begun.movement, begun.proposal)
  return begun
}

async function destinationOf(tx: Tx, { currency, toPlace, opensPlace = false }: MoveCustody) {
  if (opensPlace) await openCustodyAccount(tx, placeFrom(toPlace, currency, 'toPlace'), currency)
  return await getPlace(tx, currency, toPlace, 'toPlace')
}
