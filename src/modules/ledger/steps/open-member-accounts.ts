import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { MEMBER_SUB_ACCOUNTS, toMemberAccountCode } from '../model.ts'

/** Opens the five dollar accounts of a member. Accounts that are already open stay unchanged. */
export async function openMemberAccounts(tx: Tx, memberId: string): Promise<void> {
  await buildOpening(memberId).execute(tx)
}

/** Returns the query of `openMemberAccounts`, for `readBatch`. */
export const selectMemberAccountOpening = (memberId: string) =>
  toBatchQuery(buildOpening(memberId), {})

function buildOpening(memberId: string): RawBuilder<{ opened: string }> {
  const codes = MEMBER_SUB_ACCOUNTS.map((subAccount) => toMemberAccountCode(memberId, subAccount))
  const accountTypes = MEMBER_SUB_ACCOUNTS.map((subAccount) => `member_${subAccount}`)

  return sql`
    select ledger.open_account(code, account_type, 'USD', ${memberId})::text as opened
    from unnest(${codes}::text[], ${accountTypes}::text[]) as sub_account (code, account_type)`
}
