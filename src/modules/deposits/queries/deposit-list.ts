import { sql } from 'kysely'
import { listSpellings } from '#lib/payment-references.ts'
import { listReceiptUses } from '#modules/ledger/queries.ts'
import {
  listTransactionPage,
  type TransactionListQuery,
  type TransactionOrder,
} from '#modules/transactions/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PageQuery, PageResult } from '#platform/db/pages.ts'
import type { DepositStatus } from '../model.ts'
import type { DepositTables } from '../tables.ts'
import { type Deposit, toDeposit } from './deposit.ts'
import { countDeposits } from './totals.ts'

export type DepositListQuery = TransactionListQuery<DepositStatus>

/** The credited amount once there is one, the quoted one before. */
const SHOWN_AMOUNT = sql<bigint>`coalesce(credited, amount)`

const DEPOSIT_ID = /^dep_[0-9a-z]{20}$/

/** Returns one page of the deposits of all members. */
export const listDepositPage = (
  reader: Reader,
  now: Date,
  listQuery: DepositListQuery,
  order: TransactionOrder,
  page: PageQuery,
): Promise<PageResult<Deposit>> => {
  const select = () => selectByStatus(reader, now, listQuery.status)

  return listTransactionPage(reader, listQuery, order, page, {
    findIds: (text) => findDepositIds(reader, text),
    countByStatus: () => countDeposits(reader, now),
    amountMatches: (amount) => sql`(coalesce(credited, amount) = ${amount} or amount = ${amount})`,
    select: (condition) => select().where(condition).select('id'),
    read: async (condition, { column, direction, offset, limit }) => {
      const rows = await select()
        .where(condition)
        .selectAll()
        .orderBy(column === 'amount' ? SHOWN_AMOUNT : column, direction)
        .orderBy('id', direction)
        .offset(offset)
        .limit(limit)
        .execute()

      return rows.map((row) => toDeposit(row, now))
    },
  })
}

/** Finds a deposit by its id, or the deposits that a payment reference was credited to. */
async function findDepositIds(reader: Reader, text: string): Promise<string[]> {
  if (DEPOSIT_ID.test(text)) return [text]
  const references = await listReceiptUses(reader, listSpellings(text))
  return references.filter((reference) => DEPOSIT_ID.test(reference))
}

function selectByStatus(reader: Reader, now: Date, status: DepositStatus | undefined) {
  const query = reader.withTables<DepositTables>().selectFrom('deposit')

  if (status === 'expired')
    return query.where((row) =>
      row.or([
        row('status', '=', 'expired'),
        row.and([row('status', '=', 'awaiting_payment'), row('expires_at', '<=', now)]),
      ]),
    )

  if (status === 'awaiting_payment')
    return query.where('status', '=', status).where('expires_at', '>', now)

  return status ? query.where('status', '=', status) : query
}
