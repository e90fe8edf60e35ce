import type { Totals, Waiting } from '../queries/totals.ts'

/** Returns the counts of open work as the contract answers them. */
export const toWaitingResponse = (waiting: Waiting) => ({
  pending_deposits: waiting.pendingDeposits,
  pending_withdrawals: waiting.pendingWithdrawals,
  approved_withdrawals: waiting.approvedWithdrawals,
  overdue_withdrawals: waiting.overdueWithdrawals,
  waiting_approvals: waiting.approvals,
  open_breaks: waiting.breaks,
  open_messages: waiting.messages,
  offered_testimonials: waiting.testimonials,
})

/** Returns the figures of the overview as the contract answers them, amounts in cents. */
export const toTotalsResponse = (totals: Totals) => ({
  ...toWaitingResponse(totals.waiting),
  total_users: totals.users,
  active_users: totals.activeUsers,
  total_deposit: totals.deposited,
  total_withdrawals: totals.withdrawn,
  owed: totals.owed,
  held: totals.held,
  placed: totals.placed,
  integrity: totals.integrity,
  checked: totals.checked,
  frozen: totals.frozen,
})
