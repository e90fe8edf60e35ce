import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { type AccountType, type MemberSubAccount, toMemberAccountCode } from '../model.ts'
import { readLedger } from './read-ledger.ts'

/** Cents owed to a member, by sub-account. */
export type MemberBalances = {
  cash: bigint
  principal: bigint
  profit: bigint
  holdCash: bigint
  holdProfit: bigint
}

type SubAccountRow = { code: string; balance: bigint }

const selectSubAccounts = (reader: Reader, memberId: string) =>
  readLedger(reader)
    .selectFrom('ledger.accounts')
    .select(['code', sql<bigint>`coalesce(balance, ledger.balance(id))`.as('balance')])
    .where('owner', '=', memberId)

/** Returns the cents owed to a member by sub-account; 0 for a member without accounts. */
export const getMemberBalances = async (
  reader: Reader,
  memberId: string,
): Promise<MemberBalances> =>
  toMemberBalances(memberId, await selectSubAccounts(reader, memberId).execute())

/** Returns the query of a member's sub-accounts for `readBatch`. */
export const selectMemberBalances = (reader: Reader, memberId: string) =>
  toBatchQuery<SubAccountRow>(selectSubAccounts(reader, memberId), { balance: 'bigint' })

/** Returns the balances of `getMemberBalances` from the rows of `selectMemberBalances`. */
export function toMemberBalances(memberId: string, rows: readonly SubAccountRow[]): MemberBalances {
  const getSubAccountBalance = (name: MemberSubAccount) =>
    rows.find(({ code }) => code === toMemberAccountCode(memberId, name))?.balance ?? 0n

  return {
    cash: getSubAccountBalance('cash'),
    principal: getSubAccountBalance('principal'),
    profit: getSubAccountBalance('profit'),
    holdCash: getSubAccountBalance('hold_cash'),
    holdProfit: getSubAccountBalance('hold_profit'),
  }
}

/**
 * Returns the cash, principal and profit of several members in cents, by member id. A member
 * without accounts is left out.
 */
export async function listSubAccountBalances(
  reader: Reader,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<MemberBalances, 'cash' | 'principal' | 'profit'>>> {
  const sumAccountType = (name: AccountType) =>
    sql<bigint>`coalesce(sum(balance) filter (where account_type = ${name}), 0)::bigint`
  const rows = await readLedger(reader)
    .selectFrom('ledger.accounts')
    .select('owner')
    .select([
      sumAccountType('member_cash').as('cash'),
      sumAccountType('member_principal').as('principal'),
    ])
    .select(sumAccountType('member_profit').as('profit'))
    .where(sql<boolean>`owner = any(${[...memberIds]}::text[])`)
    .groupBy('owner')
    .execute()

  return new Map(rows.map(({ owner, ...balances }) => [owner ?? '', balances]))
}

/**
 * Returns the cents owed to a member by sub-account at the end of a business date, of the chained
 * rows.
 */
export async function getEndOfDayMemberBalances(
  reader: Reader,
  memberId: string,
  day: Day,
): Promise<MemberBalances> {
  const rows = await readLedger(reader)
    .selectFrom('ledger.accounts')
    .select(['code', sql<bigint>`ledger.balance_on_day(id, ${day})`.as('balance')])
    .where('owner', '=', memberId)
    .execute()

  const getSubAccountBalance = (name: MemberSubAccount) =>
    rows.find(({ code }) => code === toMemberAccountCode(memberId, name))?.balance ?? 0n

  return {
    cash: getSubAccountBalance('cash'),
    principal: getSubAccountBalance('principal'),
    profit: getSubAccountBalance('profit'),
    holdCash: getSubAccountBalance('hold_cash'),
    holdProfit: getSubAccountBalance('hold_profit'),
  }
}

/** Returns the cents owed to all members together: the sum of their sub-accounts. */
export async function sumOwedToMembers(reader: Reader): Promise<bigint> {
  const row = await readLedger(reader)
    .selectFrom('ledger.accounts')
    .select(sql<string | null>`sum(balance)`.as('owed'))
    .where(sql<boolean>`account_type::text like 'member\\_%'`)
    .executeTakeFirst()

  return BigInt(row?.owed ?? 0)
}

/** Returns the number of members with a balance above zero. */
export async function countOwed(reader: Reader): Promise<number> {
  const row = await readLedger(reader)
    .selectFrom('ledger.accounts')
    .select(sql<string>`count(distinct owner)`.as('members'))
    .where(sql<boolean>`account_type::text like 'member\\_%'`)
    .where('balance', '>', 0n)
    .executeTakeFirst()

  return Number(row?.members ?? 0)
}
