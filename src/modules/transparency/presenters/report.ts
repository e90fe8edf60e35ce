import { MINUTE_MS } from '#lib/dates.ts'
import { computeCoverage } from '../model.ts'
import type { TransparencyReport } from '../queries.ts'

/** Returns the report of the open books as the contract answers it. */
export function toReportResponse(report: TransparencyReport) {
  const { held, owed, plans, withdrawals, chainHead, deciders, readAt, frozen } = report
  const { measured } = withdrawals

  return {
    readAt,
    frozen,
    deciders,
    owed,
    held: {
      ...held,
      coins: held.coins.map(({ cents, ...coin }) => ({ ...coin, worth: cents })),
    },
    heldPerDollar: computeCoverage(held.total, owed.total),
    plans: plans.map(({ planId, ...plan }) => ({ _id: planId, ...plan })),
    withdrawals: {
      ...withdrawals,
      measured: measured && {
        count: measured.count,
        medianMinutes: Math.round(measured.medianMs / MINUTE_MS),
        slowestMinutes: Math.round(measured.slowestMs / MINUTE_MS),
      },
    },
    chainHead: chainHead && { seq: String(chainHead.seq), hash: chainHead.hash },
  }
}
