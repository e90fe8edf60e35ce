import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { memberAccount, PURSES } from '../model.ts'

/** Opens a member's five accounts, in dollars and empty; those that are open already stay as they are. */
export async function openMemberAccounts(tx: Tx, memberId: string): Promise<void> {
  for (const purse of PURSES)
    await sql`select ledger.open_account(${memberAccount(memberId, purse)}, ${`member_${purse}`}, 'USD', ${memberId})`.execute(
      tx,
    )
}
