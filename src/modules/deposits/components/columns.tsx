import {
  buildMemberColumns,
  buildMemberFilters,
} from '#modules/transactions/components/member-columns.tsx'
import { DEPOSIT_STATUSES } from '../model.ts'
import type { DepositLine } from './calls.tsx'
import { depositStatus } from './status.tsx'

/** The columns of a member's list of deposits. */
export const depositColumns = buildMemberColumns(
  depositStatus,
  (row: DepositLine) => row.investment.amount,
)

/** The filters of a member's list of deposits. */
export const depositFilters = buildMemberFilters<DepositLine['status'], DepositLine>(
  DEPOSIT_STATUSES,
  depositStatus.format,
)
