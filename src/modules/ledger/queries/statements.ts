import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import type { AccountCode, TransferType } from '../model.ts'

export type StatementLine = {
  seq: bigint
  journal_id: bigint
  posted_at: Date
  effective_date: Day
  transfer_type: TransferType
  other_account: AccountCode
  change: bigint
  balance: bigint
  reference: string
  reason: string | null
}

/**
 * Lists the chained rows of one account with `after < seq <= upTo`, oldest first, each with the
 * balance after it in minor units.
 */
export async function listStatementLines(
  reader: Reader,
  account: AccountCode,
  after = 0n,
  upTo: bigint | null = null,
): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select s.* from ledger.accounts a, ledger.statement(a.id, ${after}::bigint, ${upTo}::bigint) s
    where a.code = ${account} order by s.seq`.execute(reader)
  return rows
}

/**
 * Lists the chained rows of one account whose effective date is within these business dates, oldest
 * first, each with the balance after it in minor units.
 */
export async function listPeriodStatementLines(
  reader: Reader,
  account: AccountCode,
  first: Day,
  last: Day,
): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select s.* from ledger.accounts a, ledger.statement_by_day(a.id, ${first}, ${last}) s
    where a.code = ${account} order by s.effective_date, s.seq`.execute(reader)
  return rows
}
