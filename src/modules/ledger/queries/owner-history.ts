import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import type { AccountCode, TransferType } from '../model.ts'
import type { StatementLine } from './statements.ts'

export type OwnerLine = Omit<StatementLine, 'posted_at' | 'balance'> & { account: AccountCode }

/**
 * Lists the chained rows of all accounts of an owner that have an effective date within these
 * business dates, oldest first. A row between two of the accounts is listed once for each. At most
 * `limit` lines bound the memory that one owner needs.
 */
export async function listOwnerStatementLines(
  reader: Reader,
  owner: string,
  { first, last, limit }: { first: Day; last: Day; limit: number },
): Promise<OwnerLine[]> {
  const { rows } = await sql<OwnerLine>`
    select a.code as account, s.seq, s.journal_id, s.effective_date, s.transfer_type,
      s.other_account, s.change, s.reference, s.reason
    from ledger.accounts a cross join lateral ledger.statement_by_day(a.id, ${first}, ${last}) s
    where a.owner = ${owner} order by s.effective_date, s.seq, a.code limit ${limit}`.execute(
    reader,
  )

  return rows
}

/**
 * Lists the change of an owner's accounts in minor units by month and transfer type within these
 * business dates, of the chained rows.
 */
export async function listOwnerMonthlyChanges(
  reader: Reader,
  owner: string,
  { first, last }: { first: Day; last: Day },
): Promise<{ month: string; transferType: TransferType; change: bigint }[]> {
  const { rows } = await sql<{ month: string; transferType: TransferType; change: bigint }>`
    select to_char(s.effective_date, 'YYYY-MM') as month, s.transfer_type as "transferType",
      sum(s.change)::bigint as change
    from ledger.accounts a cross join lateral ledger.statement_by_day(a.id, ${first}, ${last}) s
    where a.owner = ${owner} group by 1, 2 order by 1, 2`.execute(reader)
  return rows
}

export type OwnerDay = {
  day: Day
  transferType: TransferType
  account: AccountCode
  chained: boolean
  change: bigint
}

/**
 * Lists the change of each account of an owner in minor units by business date and transfer type,
 * oldest first. Chained and unchained rows have separate lines.
 */
export const listOwnerDays = async (reader: Reader, owner: string): Promise<OwnerDay[]> =>
  (await buildOwnerDays(owner).execute(reader)).rows

/** Returns the query of `listOwnerDays`, for `readBatch`. */
export const selectOwnerDays = (owner: string) =>
  toBatchQuery(buildOwnerDays(owner), { change: 'bigint' })

const buildOwnerDays = (owner: string) => sql<OwnerDay>`
  select day, transfer_type as "transferType", account, chained, change
  from ledger.owner_days(${owner}) order by day, transfer_type, account, chained`
