import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Currency } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { AccountType } from '../model.ts'

export type TrialBalanceLine = {
  currency: Currency
  accountType: AccountType | null
  balance: bigint
  accounts: bigint
}

/**
 * Returns the current sums by currency and account type in minor units. The line of a currency
 * alone (account type null) is zero unless the ledger is broken.
 */
export async function getTrialBalance(reader: Reader): Promise<TrialBalanceLine[]> {
  const { rows } = await sql<TrialBalanceLine>`
    select currency, account_type as "accountType", balance::bigint as balance, accounts
    from ledger.trial_balance order by currency, account_type`.execute(reader)
  return rows
}

/**
 * Returns the sums by currency and account type after a journal number or at the end of a
 * business date. Each currency sums to zero.
 */
export async function getHistoricalTrialBalance(
  reader: Reader,
  at: bigint | Day,
): Promise<Omit<TrialBalanceLine, 'accounts'>[]> {
  const lines =
    typeof at === 'bigint'
      ? sql`ledger.trial_balance_at_seq(${at})`
      : sql`ledger.trial_balance_on_day(${at})`

  const { rows } = await sql<Omit<TrialBalanceLine, 'accounts'>>`
    select currency, account_type as "accountType", balance from ${lines}
    order by currency, account_type`.execute(reader)
  return rows
}
