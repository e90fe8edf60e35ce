import { sql } from 'kysely'
import type { Currency } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { AccountCode, AccountType } from '../model.ts'
import { readLedger } from './read-ledger.ts'

export type AccountLine = {
  id: bigint
  code: AccountCode
  accountType: AccountType
  currency: Currency
  owner: string | null
  balance: bigint
  openedAt: Date
  closedAt: Date | null
}

const selectAccounts = (reader: Reader) =>
  readLedger(reader)
    .selectFrom('ledger.accounts')
    .select([
      'id',
      'code',
      'account_type as accountType',
      'currency',
      'owner',
      'opened_at as openedAt',
      'closed_at as closedAt',
    ])
    .select(sql<bigint>`coalesce(balance, ledger.balance(id))`.as('balance'))

/**
 * Lists accounts with their balances by code: all, or those of one owner (`mem_…`, `pln_…`) or
 * account type.
 */
export async function listAccounts(
  reader: Reader,
  only: { owner?: string; accountType?: AccountType } = {},
): Promise<AccountLine[]> {
  return await selectAccounts(reader)
    .$if(only.owner !== undefined, (query) => query.where('owner', '=', only.owner ?? ''))
    .$if(only.accountType !== undefined, (query) =>
      query.where('account_type', '=', only.accountType ?? 'equity'),
    )
    .orderBy('code')
    .execute()
}

export type AccountSearch = {
  search?: string
  accountType?: AccountType
  after?: AccountCode
  limit?: number
}

/**
 * Lists accounts whose code contains a text, by code, one page at a time: with 100,000 members
 * there are 500,000 accounts.
 */
export async function searchAccounts(
  reader: Reader,
  search: AccountSearch,
): Promise<AccountLine[]> {
  const { search: searchText, accountType, after, limit = 50 } = search
  const like = `%${(searchText ?? '').replace(/[\\%_]/g, '\\$&')}%`

  return await selectAccounts(reader)
    .$if(Boolean(searchText), (query) => query.where('code', 'like', like))
    .$if(accountType !== undefined, (query) =>
      query.where('account_type', '=', accountType ?? 'equity'),
    )
    .$if(after !== undefined, (query) => query.where('code', '>', after ?? ''))
    .orderBy('code')
    .limit(limit)
    .execute()
}

/** Returns one account with its balance, or null when the account does not exist. */
export async function findAccount(reader: Reader, code: AccountCode): Promise<AccountLine | null> {
  const found = await selectAccounts(reader).where('code', '=', code).executeTakeFirst()

  return found ?? null
}
