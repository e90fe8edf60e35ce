import type { Selectable } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'

export type Distribution = Selectable<PlansTables['distribution']>

/** Returns the smaller of two amounts in cents. */
export const pickSmallest = (...amounts: Cents[]) =>
  amounts.reduce((one, other) => (other < one ? other : one))

/** Takes the amount of a distribution from incomes, oldest first, and records each share. */
export async function allocateIncome(
  tx: Tx,
  { id, funded_cents }: Distribution,
  incomes: readonly { id: string; cents: Cents }[],
) {
  const tables = tx.withTables<PlansTables>()
  let missing = funded_cents

  for (const income of incomes) {
    const cents = pickSmallest(income.cents, missing)
    if (cents === 0n) return

    missing -= cents
    await tables
      .insertInto('distribution_income')
      .values({ distribution_id: id, income_id: income.id, cents })
      .execute()

    await tables
      .updateTable('plan_income')
      .set((row) => ({ used_cents: row('used_cents', '+', cents) }))
      .where('id', '=', income.id)
      .execute()
  }
}
