import { sql } from 'kysely'
import {
  parseTransactionOrder,
  type TransactionListQuery,
  type TransactionOrder,
} from '#modules/transactions/queries.ts'
import type { DepositStatus, EvidenceFilter } from '../model.ts'

export type DepositListQuery = TransactionListQuery<DepositStatus> & {
  /** The id of the plan. */
  plan?: string | undefined
  evidence?: EvidenceFilter | undefined
}

/** The credited amount once there is one, the quoted one before. */
export const SHOWN_AMOUNT = sql<bigint>`coalesce(credited, amount)`

export const ORDERS = {
  date: sql`created_at`,
  amount: SHOWN_AMOUNT,
  waiting: sql`submitted_at`,
} satisfies Record<TransactionOrder['by'], unknown>

/** Returns the requested order; by default the pending ones by their waiting time. */
export const parseDepositOrder = (
  sort: string | undefined,
  { status, age }: Pick<DepositListQuery, 'status' | 'age'>,
): TransactionOrder => parseTransactionOrder(sort, status === 'pending' || age !== undefined)
