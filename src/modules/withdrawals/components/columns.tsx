import {
  buildMemberColumns,
  buildMemberFilters,
} from '#modules/transactions/components/member-columns.tsx'
import { WITHDRAWAL_STATUSES } from '../model.ts'
import type { OwnWithdrawal } from './calls.tsx'
import { withdrawalStatus } from './status.tsx'

/** The columns of a member's list of withdrawals. */
export const withdrawalColumns = buildMemberColumns(
  withdrawalStatus,
  (row: OwnWithdrawal) => row.amount,
)

/** The filters of a member's list of withdrawals. */
export const withdrawalFilters = buildMemberFilters<OwnWithdrawal['status'], OwnWithdrawal>(
  WITHDRAWAL_STATUSES,
  withdrawalStatus.format,
)
