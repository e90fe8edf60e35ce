import { sql } from 'kysely'
import { COINS } from '#lib/money.ts'
import { listSpellings } from '#lib/payment-references.ts'
import {
  listTransactionPage,
  type TransactionListQuery,
  type TransactionOrder,
} from '#modules/transactions/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PageQuery, PageResult } from '#platform/db/pages.ts'
import type { WithdrawalStatus } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'
import { countWithdrawals } from './totals.ts'
import { toWithdrawal, type Withdrawal } from './withdrawal.ts'

export type WithdrawalListQuery = TransactionListQuery<WithdrawalStatus>

const WITHDRAWAL_ID = /^wdr_[0-9a-z]{20}$/

/** Returns one page of the withdrawals of all members. */
export const listWithdrawalPage = (
  reader: Reader,
  listQuery: WithdrawalListQuery,
  order: TransactionOrder,
  page: PageQuery,
): Promise<PageResult<Withdrawal>> => {
  const select = () => selectByStatus(reader, listQuery.status)

  return listTransactionPage(reader, listQuery, order, page, {
    findIds: (text) => (WITHDRAWAL_ID.test(text) ? [text] : listIdsByTxid(reader, text)),
    countByStatus: () => countWithdrawals(reader),
    select: (condition) => select().where(condition).select('id'),
    read: async (condition, { column, direction, offset, limit }) => {
      const rows = await select()
        .where(condition)
        .selectAll()
        .orderBy(column, direction)
        .orderBy('id', direction)
        .offset(offset)
        .limit(limit)
        .execute()

      return rows.map(toWithdrawal)
    },
  })
}

/** Finds the withdrawal that a transaction paid, by the unique index on coin and transaction id. */
async function listIdsByTxid(reader: Reader, text: string): Promise<string[]> {
  const rows = await reader
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .select('id')
    .where('coin', 'in', [...COINS])
    .where(sql<string>`lower(txid)`, 'in', listSpellings(text))
    .execute()

  return rows.map(({ id }) => id)
}

function selectByStatus(reader: Reader, status: WithdrawalStatus | undefined) {
  const query = reader.withTables<WithdrawalTables>().selectFrom('withdrawal')
  return status ? query.where('status', '=', status) : query
}
