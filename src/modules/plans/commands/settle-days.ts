import type { Day } from '#lib/dates.ts'
import { post } from '#modules/ledger/steps/post.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { listPayablePlans } from '../queries.ts'
import { beginDistribution } from '../steps/begin-distribution.ts'
import { beginNextDay } from '../steps/begin-next-day.ts'
import { endRedemptionNotices } from '../steps/end-redemption-notices.ts'
import { maturePositions } from '../steps/mature-positions.ts'
import { payDistribution } from '../steps/pay-distribution.ts'
import { AnotherSettles, settleAlone } from '../steps/settle-alone.ts'
import { writeAccruals } from '../steps/write-accruals.ts'
import type { PlansTables } from '../tables.ts'

/**
 * A step of a day's settlement: processes at most `limit` items in its transaction and returns the
 * count. A count below the limit means that none is left.
 */
type Step = (tx: Tx, app: App, day: Day, limit: number) => Promise<number>

/**
 * The steps of a day, in order, before its control totals are written and income is distributed.
 */
const STEPS: readonly Step[] = [settleRedemptionNotices, maturePositions]

const AT_ONCE = 200
export const PAID_AT_ONCE = 2_000

/**
 * Settles each business date once and in order, up to today: notices and terms that end, control
 * totals, and distributions of recorded income. Works in short transactions; an interrupted run
 * continues where it stopped. Income recorded later for a settled day is distributed by the next
 * run. Returns the number of days settled, or null while another process settles.
 */
export async function settleDays(app: App): Promise<number | null> {
  const today = app.clock.today()
  let days = 0

  try {
    for (;;) {
      const next = await settleAlone(app, (tx) => beginNextDay(tx, app, today))
      if (next === null) break
      if ('busy' in next) await settleDay(app, next.busy)
      days += 'busy' in next ? 1 : next.settled
    }

    if (days === 0) await settleToday(app, today)

    return days
  } catch (error) {
    if (error instanceof AnotherSettles) return null
    throw error
  }
}

/**
 * Processes events that arrived after today was settled, so that they need not wait for tomorrow.
 */
async function settleToday(app: App, today: Day) {
  await takeSteps(app, today)
  await distribute(app, today)
}

async function settleDay(app: App, day: Day) {
  await takeSteps(app, day)
  await settleAlone(app, (tx) => writeAccruals(tx, day, day, app.clock.now()))
  await distribute(app, day)
  await settleAlone(app, (tx) => endDay(tx, day, app.clock.now()))
}

async function takeSteps(app: App, day: Day) {
  for (const step of STEPS)
    while ((await settleAlone(app, (tx) => step(tx, app, day, AT_ONCE))) === AT_ONCE) {}
}

/**
 * Runs at most two distributions of a plan: one that began before, and one for what fell due or was
 * recorded since.
 */
async function distribute(app: App, day: Day) {
  for (const planId of await listPayablePlans(app.db, day))
    for (;;) {
      const distribution = await settleAlone(app, (tx) => beginDistribution(tx, app, planId, day))
      if (!distribution) break
      while (
        await settleAlone(app, (tx) => payDistribution(tx, app, distribution.id, PAID_AT_ONCE))
      ) {}
    }
}

/**
 * Ends the notices of the day, before its maturities, so that the member's part becomes cash
 * whatever happens to the rest.
 */
async function settleRedemptionNotices(tx: Tx, app: App, day: Day, limit: number): Promise<number> {
  const { transfers, processedCount } = await endRedemptionNotices(tx, app, day, limit)
  if (transfers.length > 0) await post(tx, transfers)
  return processedCount
}

const endDay = (tx: Tx, day: Day, now: Date) =>
  tx
    .withTables<PlansTables>()
    .updateTable('settled_day')
    .set({ ended_at: now })
    .where('day', '=', day)
    .where('ended_at', 'is', null)
    .execute()
