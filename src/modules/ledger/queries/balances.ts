import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Currency } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { AccountCode, AccountType } from '../model.ts'
import { readLedger } from './read-ledger.ts'

/**
 * Returns the balance in minor units, credits minus debits, including rows that are not chained
 * yet. A custody balance is therefore negative. Throws when the account is not open.
 */
export async function getBalance(reader: Reader, code: AccountCode): Promise<bigint> {
  return (await getBalances(reader, [code]))[0] ?? 0n
}

/**
 * Returns the balances of several accounts in minor units, in the order of `codes` and from one
 * snapshot. Throws when an account is not open.
 */
export async function getBalances(
  reader: Reader,
  codes: readonly AccountCode[],
): Promise<bigint[]> {
  const rows = await readLedger(reader)
    .selectFrom('ledger.accounts')
    .select(['code', sql<bigint>`coalesce(balance, ledger.balance(id))`.as('balance')])
    .where('code', 'in', [...codes])
    .execute()

  const found = new Map(rows.map((row) => [row.code, row.balance]))

  return codes.map((code) => {
    const balance = found.get(code)
    invariant(balance !== undefined, `account ${code} is open`)
    return balance
  })
}

/**
 * Returns the balance in minor units after a journal number or, given a time, after the last row
 * chained by then. Throws when the account is not open.
 */
export async function getHistoricalBalance(
  reader: Reader,
  account: AccountCode,
  at: bigint | Date,
): Promise<bigint> {
  const seq = typeof at === 'bigint' ? sql`${at}::bigint` : sql`ledger.get_seq_at_time(${at})`
  const { rows } = await sql<{ balance: bigint }>`
    select ledger.balance_at_seq(id, ${seq}) as balance from ledger.accounts where code =
    ${account}`.execute(reader)
  invariant(rows[0], `account ${account} is open`)
  return rows[0].balance
}

/**
 * Returns the balance in minor units at a time: after the last row chained by then or, when no
 * row was chained since, the current balance. Throws when the account is not open.
 */
export async function getBalanceAtTime(
  reader: Reader,
  account: AccountCode,
  at: Date,
): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select case when (select chained_at from ledger.chain_block order by block desc limit 1) > ${at}
      then ledger.balance_at_seq(id, ledger.get_seq_at_time(${at}))
      else coalesce(balance, ledger.balance(id)) end as balance
    from ledger.accounts where code = ${account}`.execute(reader)

  invariant(rows[0], `account ${account} is open`)

  return rows[0].balance
}

/**
 * Returns the balance in minor units at the end of a business date, of the chained rows: a row
 * counts on its effective date, whenever it was posted. Throws when the account is not open.
 */
export async function getEndOfDayBalance(
  reader: Reader,
  account: AccountCode,
  day: Day,
): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select ledger.balance_on_day(id, ${day}) as balance from ledger.accounts where code =
    ${account}`.execute(reader)
  invariant(rows[0], `account ${account} is open`)
  return rows[0].balance
}

export type AccountBalance = {
  code: AccountCode
  accountType: AccountType
  currency: Currency
  balance: bigint
}

/**
 * Lists the accounts whose codes come after `page.after`, by code, with their balances after a
 * journal number; at most `page.limit`.
 */
export async function listAccountBalances(
  reader: Reader,
  seq: bigint,
  page: { after: AccountCode; limit: number },
): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    select code, account_type as "accountType", currency,
      ledger.balance_at_seq(id, ${seq}::bigint) as balance
    from (select * from ledger.accounts where code > ${page.after} order by code limit
    ${page.limit}) account
    order by code`.execute(reader)

  return rows
}
