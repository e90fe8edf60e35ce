import type { Cents, Currency } from '#lib/money.ts'
import { getTrialBalance } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { sumSuspense } from './counted-custody.ts'
import { getTreasury } from './overview.ts'

/** What covers the members, in cents at current prices, and what is payable to them at once. */
export type Backing = {
  /** Without what is in suspense; coin without a price counts for nothing. */
  custody: Cents
  placed: Cents
  /** Cash, returns paid, and withdrawals under way. */
  atOnce: Cents
}

/** Account types that are payable to members at once. */
export const PAYABLE_AT_ONCE = [
  'member_cash',
  'member_profit',
  'member_hold_cash',
  'member_hold_profit',
] as const

/** Returns what covers the members, in cents at current prices. */
export async function getBacking(
  app: Pick<App, 'prices' | 'clock'>,
  reader: Reader,
): Promise<Backing> {
  const { custody, plans, prices } = await getTreasury(app, reader)
  const rates = new Map<Currency, bigint>(prices.map(({ coin, rate }) => [coin, rate]))
  const held = custody.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n)

  const unmatched = await sumSuspense(reader, rates)
  const atOnce = (await getTrialBalance(reader))
    .filter(
      ({ currency, accountType }) =>
        currency === 'USD' && PAYABLE_AT_ONCE.some((type) => type === accountType),
    )
    .reduce((sum, { balance }) => sum + balance, 0n)

  return {
    custody: held - unmatched,
    placed: plans.reduce((sum, plan) => sum + plan.placed, 0n),
    atOnce,
  }
}
