import { sql } from 'kysely'
import { HOUR_MS } from '#lib/dates.ts'
import { COINS } from '#lib/money.ts'
import { listSpellings } from '#lib/payment-references.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { getAgeCutoff } from '#modules/transactions/model.ts'
import {
  type Condition,
  listTransactionPage,
  parseTransactionOrder,
  type TransactionListQuery,
  type TransactionOrder,
} from '#modules/transactions/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PageQuery, PageResult } from '#platform/db/pages.ts'
import type { WithdrawalStatus } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'
import { countWithdrawals } from './withdrawal-counts.ts'
import { toWithdrawal, type Withdrawal } from './withdrawal-row.ts'

export type WithdrawalListQuery = TransactionListQuery<WithdrawalStatus>

const WITHDRAWAL_ID = /^wdr_[0-9a-z]{20}$/

/** The queue is in the order of the requests. */
const ORDERS = {
  date: 'created_at',
  amount: 'amount',
  waiting: 'created_at',
} as const satisfies Record<TransactionOrder['by'], string>

/** Returns the requested order; by default the open ones in the order of their requests. */
export const parseWithdrawalOrder = (
  sort: string | undefined,
  { status, age }: Pick<WithdrawalListQuery, 'status' | 'age'>,
): TransactionOrder =>
  parseTransactionOrder(sort, status === 'pending' || status === 'approved' || age !== undefined)

/** Returns one page of the withdrawals of all members. */
export async function listWithdrawalPage(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  reader: Reader,
  listQuery: WithdrawalListQuery,
  order: TransactionOrder,
  page: PageQuery,
): Promise<PageResult<Withdrawal>> {
  const select = () => selectByStatus(reader, listQuery.status)

  return await listTransactionPage(reader, listQuery, order, page, {
    findIds: (text) => (WITHDRAWAL_ID.test(text) ? [text] : listIdsByTxid(reader, text)),
    countByStatus: () => countWithdrawals(reader),
    conditions: await buildAgeConditions(reader, config, clock.now(), listQuery),
    select: (condition) => select().where(condition).select('id'),
    read: async (condition, { by, direction, offset, limit }) => {
      const rows = await select()
        .where(condition)
        .selectAll()
        .orderBy(ORDERS[by], direction)
        .orderBy('id', direction)
        .offset(offset)
        .limit(limit)
        .execute()

      return rows.map(toWithdrawal)
    },
  })
}

/** Returns the condition of open withdrawals of an age, or that are late. */
async function buildAgeConditions(
  reader: Reader,
  config: App['config'],
  now: Date,
  { age }: WithdrawalListQuery,
): Promise<Condition[]> {
  if (!age) return []
  const open = sql`status in ('pending', 'approved')`
  if (age !== 'late') return [sql`${open} and created_at < ${getAgeCutoff(age, now)}`]

  const { statedHours } = await getSetting(reader, config, 'withdrawals')
  const since = new Date(now.getTime() - statedHours * HOUR_MS)
  return [sql`${open} and created_at < ${since} and payable_from < ${since}`]
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
