import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { MEMBER_SUB_ACCOUNTS, toMemberAccountCode } from '../model.ts'

/** Opens the five dollar accounts of a member. Accounts that are already open stay unchanged. */
export async function openMemberAccounts(tx: Tx, memberId: string): Promise<void> {
  const codes = MEMBER_SUB_ACCOUNTS.map((subAccount) => toMemberAccountCode(memberId, subAccount))
  const accountTypes = MEMBER_SUB_ACCOUNTS.map((subAccount) => `member_${subAccount}`)
  await sql`
    select ledger.open_account(code, account_type, 'USD', ${memberId})
    from unnest(${codes}::text[], ${accountTypes}::text[]) as sub_account (code, account_type)
  `.execute(tx)
}
