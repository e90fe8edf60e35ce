import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { toPlanAssetsAccountCode, toPlanIncomeAccountCode } from '../model.ts'

/**
 * Opens the income account of a plan, which is non-negative, and its assets account. Accounts
 * that are already open stay unchanged.
 */
export async function openPlanAccounts(tx: Tx, planId: string): Promise<void> {
  const income = toPlanIncomeAccountCode(planId)
  const assets = toPlanAssetsAccountCode(planId)

  await sql`
    select ledger.open_account(${income}, 'plan_income', 'USD', ${planId}),
      ledger.open_account(${assets}, 'plan_assets', 'USD', ${planId})`.execute(tx)
}
