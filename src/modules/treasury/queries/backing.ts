import type { Cents } from '#lib/money.ts'
import { getTrialBalance, listAccounts } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { getCountedCustody } from './counted-custody.ts'

/** The cover of the members in cents at current prices, and their claims payable at once. */
export type Backing = {
  /**
   * The lower of ledger and outside while they differ, without what is in suspense; coin without a
   * price counts for nothing.
   */
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
  const { cents: custody } = await getCountedCustody(app, reader, { anyAge: true })
  const assets = await listAccounts(reader, { accountType: 'plan_assets' })
  const atOnce = (await getTrialBalance(reader))
    .filter(
      ({ currency, accountType }) =>
        currency === 'USD' && PAYABLE_AT_ONCE.some((type) => type === accountType),
    )
    .reduce((sum, { balance }) => sum + balance, 0n)

  return { custody, placed: assets.reduce((sum, { balance }) => sum - balance, 0n), atOnce }
}
