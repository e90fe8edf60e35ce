import type { Totals } from '../queries/totals.ts'
import type { Waiting } from '../queries/waiting-work.ts'

/** Returns the counts of open work as the contract answers them. */
export const toWaitingResponse = (waiting: Waiting) => ({
  pending_deposits: waiting.pendingDeposits,
  pending_withdrawals: waiting.pendingWithdrawals,
  approved_withdrawals: waiting.approvedWithdrawals,
  overdue_withdrawals: waiting.overdueWithdrawals,
  waiting_approvals: waiting.approvals,
  open_breaks: waiting.breaks,
  open_monitoring: waiting.monitoring,
  open_screening: waiting.screening,
  verifications_in_review: waiting.verifications,
  open_messages: waiting.messages,
  offered_testimonials: waiting.testimonials,
})

/** Returns the figures of the overview as the contract answers them, amounts in cents. */
export const toTotalsResponse = (totals: Totals) => ({
  ...toWaitingResponse(totals.waiting),
  at: totals.at,
  oldest: {
    pending_deposit: totals.ages.deposits,
    pending_withdrawal: totals.ages.withdrawalsToApprove,
    approved_withdrawal: totals.ages.withdrawalsToPay,
    proposal: totals.ages.proposals,
    message: totals.ages.messages,
  },
  overdue_deposits: totals.risks.overdueDeposits,
  expiring_proposals: totals.risks.expiringProposals,
  first_proposal_expires_at: totals.risks.firstExpiresAt,
  open_alerts: totals.risks.openAlerts,
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
