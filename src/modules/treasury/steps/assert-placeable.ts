import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { sumOwedToMembers } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Movement } from '../model.ts'
import { getBacking } from '../queries/backing.ts'

type Context = Pick<App, 'prices' | 'clock'>

/**
 * Throws, for a movement that takes from what covers the members: `more_than_plan_holds` (422) if
 * more would be placed for a plan than its open principal and unpaid income, `not_covered` (422) if
 * custody would cover less than what is payable at once, or if capital paid out left less than is
 * owed to members. Custody counts at current prices, by the lower of ledger and outside while they
 * differ, without what is in suspense. The database refuses a placement by the same limits at cost
 * (`protect_placed_assets`), and capital beyond equity; it knows no prices.
 */
export async function assertPlaceable(app: Context, tx: Tx, movement: Movement): Promise<void> {
  if (movement.kind === 'assets_placed') await assertPlacement(app, tx, movement)
  if (movement.kind === 'capital_paid_out') await assertCapitalCovered(app, tx, movement.cents)
}

type Placement = Extract<Movement, { kind: 'assets_placed' }>

async function assertPlacement(app: Context, tx: Tx, { planId, cents }: Placement) {
  const { rows } = await sql<{ forPlan: Cents; forAll: Cents }>`
    select for_plan as "forPlan", for_all as "forAll" from placeable_assets(${planId})`.execute(tx)
  const [{ forPlan, forAll } = { forPlan: 0n, forAll: 0n }] = rows

  if (cents > forPlan)
    throw createRefusal(
      'more_than_plan_holds',
      `You can place up to ${formatUsd(clamp(forPlan))} more for this plan: its open principal ` +
        'and unpaid income, less what is already placed.',
    )

  const { custody, atOnce } = await getBacking(app, tx)
  const spare = custody - atOnce
  if (cents > forAll || cents > spare)
    throw createRefusal(
      'not_covered',
      `You can place up to ${formatUsd(clamp(forAll < spare ? forAll : spare))}: custody, at the ` +
        'latest external balance, must still cover everything that members can withdraw ' +
        'immediately.',
    )
}

async function assertCapitalCovered(app: Context, tx: Tx, cents: Cents) {
  const { custody, placed } = await getBacking(app, tx)
  const spare = custody + placed - (await sumOwedToMembers(tx))
  if (cents <= spare) return

  throw createRefusal(
    'not_covered',
    `You can pay out up to ${formatUsd(clamp(spare))}: assets, at current prices and the latest ` +
      'external balances, must still cover everything owed to members.',
  )
}

const clamp = (cents: Cents) => (cents > 0n ? cents : 0n)

const createRefusal = (code: string, message: string) =>
  new DomainError(code, 422, message, 'amount')
