import type { Cents } from '#lib/money.ts'
import { sumCompletedDeposits } from '#modules/deposits/queries.ts'
import { countActive, countMembers } from '#modules/identity/queries.ts'
import { findBalancedPeriod, hasIntegrityCheck } from '#modules/integrity/queries.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import { getTreasury } from '#modules/treasury/queries.ts'
import { sumCompletedWithdrawals } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { getActivityCutoff } from '../model.ts'
import { countWaitingWork, type Waiting } from './waiting-work.ts'
import { getWorkAges, type WorkAges, type WorkRisks } from './work-ages.ts'

/**
 * The operator's obligations and assets in cents at current prices; `held` is null when a coin in
 * custody has no price.
 */
export type SolvencyFigures = { owed: Cents; held: Cents | null; placed: Cents }

async function computeSolvency(
  app: Pick<App, 'prices' | 'clock'>,
  reader: Reader,
): Promise<SolvencyFigures> {
  const { custody, plans, owedToMembers } = await getTreasury(app, reader)
  const values = custody.map(({ cents }) => cents)

  return {
    owed: owedToMembers,
    held: values.includes(null)
      ? null
      : values.reduce<Cents>((sum, cents) => sum + (cents ?? 0n), 0n),
    placed: plans.reduce((sum, { placed }) => sum + placed, 0n),
  }
}

export type Totals = SolvencyFigures & {
  at: Date
  ages: WorkAges
  risks: WorkRisks
  users: number
  activeUsers: number
  deposited: Cents
  withdrawn: Cents
  waiting: Waiting
  integrity: { since: Date; checkedAt: Date } | null
  checked: boolean
  frozen: boolean
}

/** Returns the figures of the overview, amounts in cents. */
export async function getTotals(app: App): Promise<Totals> {
  const { db, clock } = app
  const now = clock.now()

  return {
    at: now,
    users: (await countMembers(db)).total,
    activeUsers: await countActive(db, getActivityCutoff(now)),
    deposited: await sumCompletedDeposits(db),
    withdrawn: await sumCompletedWithdrawals(db),
    waiting: await countWaitingWork(app),
    ...(await getWorkAges(app)),
    ...(await computeSolvency(app, db)),
    integrity: await findBalancedPeriod(db),
    checked: await hasIntegrityCheck(db),
    frozen: (await findFreeze(db)) !== null,
  }
}
