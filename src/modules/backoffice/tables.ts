import type { Cents } from '#lib/money.ts'

export type BackofficeTables = {
  /** Used only to order and find members; at most a second behind the ledger. */
  member_balance: { member_id: string; cents: Cents }
}
