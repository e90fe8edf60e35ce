import { sql } from 'kysely'
import { listSpellings } from '#lib/payment-references.ts'
import { listReceiptUses } from '#modules/ledger/queries.ts'
import { listPlanVersionIds } from '#modules/plans/queries.ts'
import { getAgeCutoff } from '#modules/transactions/model.ts'
import {
  type Condition,
  listTransactionPage,
  type TransactionOrder,
} from '#modules/transactions/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PageQuery, PageResult } from '#platform/db/pages.ts'
import { type DepositStatus, getOverdueCutoff } from '../model.ts'
import type { DepositTables } from '../tables.ts'
import type { Deposit } from './deposit.ts'
import { type DepositListQuery, ORDERS, SHOWN_AMOUNT } from './deposit-order.ts'
import { toDeposit } from './deposit-row.ts'
import { buildEvidenceCondition } from './evidence-condition.ts'
import { countDeposits } from './totals.ts'

const DEPOSIT_ID = /^dep_[0-9a-z]{20}$/

/** Returns one page of the deposits of all members. */
export async function listDepositPage(
  reader: Reader,
  now: Date,
  listQuery: DepositListQuery,
  order: TransactionOrder,
  page: PageQuery,
): Promise<PageResult<Deposit>> {
  const select = () => selectByStatus(reader, now, listQuery.status)

  return await listTransactionPage(reader, listQuery, order, page, {
    findIds: (text) => findDepositIds(reader, text),
    countByStatus: () => countDeposits(reader, now),
    shownAmount: SHOWN_AMOUNT,
    amountMatches: (amount) => sql`(${SHOWN_AMOUNT} = ${amount} or amount = ${amount})`,
    conditions: await buildConditions(reader, now, listQuery),
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

      return rows.map((row) => toDeposit(row, now))
    },
  })
}

/** Returns the conditions of the filters that only this list has. */
async function buildConditions(
  reader: Reader,
  now: Date,
  { plan, age, evidence }: DepositListQuery,
): Promise<Condition[]> {
  const conditions: Condition[] = []

  if (plan) {
    const versionIds = await listPlanVersionIds(reader, plan)
    conditions.push(sql`plan_version_id = any(${versionIds}::text[])`)
  }

  if (age) {
    const since = age === 'late' ? getOverdueCutoff(now) : getAgeCutoff(age, now)
    conditions.push(sql`status = 'pending' and submitted_at < ${since}`)
  }

  if (evidence) conditions.push(buildEvidenceCondition(evidence))

  return conditions
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

  // as a literal, so that the index of the work queue is used
  if (status === 'pending') return query.where(sql<boolean>`status = 'pending'`)

  if (status === 'awaiting_payment')
    return query.where('status', '=', status).where('expires_at', '>', now)

  return status ? query.where('status', '=', status) : query
}
