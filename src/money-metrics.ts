import { type Cents, toUsd } from '#lib/money.ts'
import { countPendingDeposits, findOldestPendingDeposit } from '#modules/deposits/queries.ts'
import { sumOwedReturns } from '#modules/plans/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { sumOpenDifferences } from '#modules/treasury/queries.ts'
import { countOverdueWithdrawals, countWaitingWithdrawals } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import { type Measure, measure } from '#platform/monitoring/metrics.ts'

/** Returns dollars for a graph, which need not be exact; an unknown amount is NaN. */
function toFigure(cents: Cents | null) {
  const text = cents === null ? '' : toUsd(cents)
  return text ? Number(text) : Number.NaN
}

/** The measures of pending work, owed returns and differences of custody. */
export const moneyMeasures: readonly Measure<Pick<App, 'db' | 'clock' | 'prices' | 'config'>>[] = [
  measure({
    gauges: {
      candor_deposits_pending: 'Deposits that wait for a decision.',
      candor_deposits_oldest_pending_seconds: 'Waiting time of the oldest pending deposit.',
      candor_withdrawals_pending: 'Withdrawals that wait for a decision.',
      candor_withdrawals_approved: 'Approved withdrawals that wait for their payment.',
      candor_withdrawals_overdue: 'Open withdrawals that are later than the stated hours.',
    },
    read: async ({ db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>) => {
      const now = clock.now()
      const oldest = await findOldestPendingDeposit(db)
      const { pending, approved } = await countWaitingWithdrawals(db)
      const { statedHours } = await getSetting(db, config, 'withdrawals')

      return {
        candor_deposits_pending: await countPendingDeposits(db),
        candor_deposits_oldest_pending_seconds: oldest
          ? (now.getTime() - oldest.getTime()) / 1000
          : 0,
        candor_withdrawals_pending: pending,
        candor_withdrawals_approved: approved,
        candor_withdrawals_overdue: await countOverdueWithdrawals(db, statedHours, now),
      }
    },
  }),
  measure({
    gauges: {
      candor_returns_owed_positions: 'Positions whose return is due and not paid in full.',
      candor_returns_owed_dollars: 'Returns that are due and not paid.',
      candor_custody_shortage_dollars:
        'Value by which outside balances are below the ledger, over all open breaks.',
      candor_custody_excess_dollars:
        'Value by which outside balances are above the ledger, over all open breaks.',
    },
    read: async (app: Pick<App, 'db' | 'clock' | 'prices'>) => {
      const owed = await sumOwedReturns(app.db)
      const { shortage, excess } = await sumOpenDifferences(app, app.db)

      return {
        candor_returns_owed_positions: owed.positions,
        candor_returns_owed_dollars: toFigure(owed.cents),
        candor_custody_shortage_dollars: toFigure(shortage),
        candor_custody_excess_dollars: toFigure(excess),
      }
    },
  }),
]
