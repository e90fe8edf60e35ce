import { EXPIRING_MS } from '#modules/approvals/model.ts'
import { getWaitingProposals } from '#modules/approvals/queries.ts'
import { countOverdueDeposits, findOldestPendingDeposit } from '#modules/deposits/queries.ts'
import { findOldestOpenEnquiry } from '#modules/enquiries/queries.ts'
import { countAlerts } from '#modules/operations/queries.ts'
import { findOldestWithdrawals } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'

/** Since when the oldest item of each kind of work waits; null when none waits. */
export type WorkAges = {
  deposits: Date | null
  withdrawalsToApprove: Date | null
  withdrawalsToPay: Date | null
  proposals: Date | null
  messages: Date | null
}

/** The risks without an action of the staff; late withdrawals and breaks are counted with the work. */
export type WorkRisks = {
  overdueDeposits: number
  expiringProposals: number
  firstExpiresAt: Date | null
  openAlerts: number
}

/** Returns since when the staff's work waits, and what of it is at risk. */
export async function getWorkAges({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<{ ages: WorkAges; risks: WorkRisks }> {
  const now = clock.now()
  const withdrawals = await findOldestWithdrawals(db)
  const proposals = await getWaitingProposals(db, now, new Date(now.getTime() + EXPIRING_MS))

  return {
    ages: {
      deposits: await findOldestPendingDeposit(db),
      withdrawalsToApprove: withdrawals.pending,
      withdrawalsToPay: withdrawals.approved,
      proposals: proposals.oldest,
      messages: await findOldestOpenEnquiry(db),
    },
    risks: {
      overdueDeposits: await countOverdueDeposits(db, now),
      expiringProposals: proposals.expiring,
      firstExpiresAt: proposals.firstExpiresAt,
      openAlerts: (await countAlerts(db)).open,
    },
  }
}
