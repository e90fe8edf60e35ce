import { countWaiting } from '#modules/approvals/queries.ts'
import { countOpenCases } from '#modules/compliance/queries.ts'
import { countPendingDeposits } from '#modules/deposits/queries.ts'
import { countEnquiries } from '#modules/enquiries/queries.ts'
import { listWaitingVersions } from '#modules/plans/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { countOffered } from '#modules/testimonials/queries.ts'
import { countOpenMonitoringCases } from '#modules/transaction-monitoring/queries.ts'
import { listBreaks } from '#modules/treasury/queries.ts'
import { countInReview } from '#modules/verification/queries.ts'
import { countOverdueWithdrawals, countWaitingWithdrawals } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'

export type Waiting = {
  pendingDeposits: number
  pendingWithdrawals: number
  approvedWithdrawals: number
  /** Open ones, later than the operator states. */
  overdueWithdrawals: number
  /** Proposals and draft plans that another admin has to decide. */
  approvals: number
  breaks: number
  /** Open cases of transaction monitoring. */
  monitoring: number
  /** Open screening cases. */
  screening: number
  /** Verifications in review. */
  verifications: number
  messages: number
  testimonials: number
}

const MAX_BREAKS = 100

/** Counts the open work of the staff. */
export async function countWaitingWork({
  db: reader,
  clock,
  config,
}: Pick<App, 'db' | 'clock' | 'config'>): Promise<Waiting> {
  const open = await countWaitingWithdrawals(reader)
  const { statedHours } = await getSetting(reader, config, 'withdrawals')

  return {
    pendingDeposits: await countPendingDeposits(reader),
    pendingWithdrawals: open.pending,
    approvedWithdrawals: open.approved,
    overdueWithdrawals: await countOverdueWithdrawals(reader, statedHours, clock.now()),
    approvals:
      (await countWaiting(reader, clock.now())) +
      (await listWaitingVersions(reader, config)).length,
    breaks: (await listBreaks(reader, { open: true, limit: MAX_BREAKS })).length,
    monitoring: await countOpenMonitoringCases(reader),
    screening: await countOpenCases(reader),
    verifications: (await countInReview(reader, clock.now())).inReview,
    messages: (await countEnquiries(reader)).open,
    testimonials: await countOffered(reader),
  }
}
