import type { Cents } from '#lib/money.ts'

export type BackofficeTables = {
  /** For ordering and finding alone, a second behind the ledger; written by the database. */
  member_balance: { member_id: string; cents: Cents }
}
