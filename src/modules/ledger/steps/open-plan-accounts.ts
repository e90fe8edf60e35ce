import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { toPlanAssetsAccountCode, toPlanIncomeAccountCode } from '../model.ts'

/**
 * Opens a plan's income account, which can't go below zero, and its assets account; open ones stay
 * as they are.
 */
export async function openPlanAccounts(tx: Tx, planId: string): Promise<void> {
  await sql`select ledger.open_account(${toPlanIncomeAccountCode(planId)}, 'plan_income', 'USD', ${planId}),
    ledger.open_account(${toPlanAssetsAccountCode(planId)}, 'plan_assets', 'USD', ${planId})`.execute(
    tx,
  )
}
