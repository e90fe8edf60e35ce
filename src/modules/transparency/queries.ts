import { toUtcDay } from '#lib/dates.ts'
import { type Cents, formatAmount } from '#lib/money.ts'
import type { DurationSummary } from '#lib/summarise-durations.ts'
import { isMoneyRole } from '#modules/approvals/model.ts'
import { listStaffLines } from '#modules/identity/queries.ts'
import {
  countOwed,
  findFreeze,
  findJournalHead,
  getTrialBalance,
  type JournalBlock,
} from '#modules/ledger/queries.ts'
import { listPlanFigures } from '#modules/plans/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { getTreasury } from '#modules/treasury/queries.ts'
import { measurePayoutTimes } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import { type Cache, createCache } from '#platform/cache/cache.ts'
import type { Reader } from '#platform/db/db.ts'
import type { BackingAssets, Deciders, MemberLiabilities, OpenPlan } from './model.ts'

export type TransparencyReport = {
  readAt: Date
  owed: MemberLiabilities
  held: BackingAssets
  plans: OpenPlan[]
  withdrawals: { statedHours: number; measured: DurationSummary }
  /** The head of the hash chain of the figures above; null before the first row. */
  chainHead: JournalBlock | null
  deciders: Deciders
  /** The cause of the current freeze, or null. */
  frozen: string | null
}

declare module '#platform/app.ts' {
  interface App {
    readonly reportCache: Cache<TransparencyReport>
  }
}

type ReportContext = Pick<App, 'db' | 'clock' | 'prices' | 'config'>

/** Creates the cache of the report: one minute, because visitors read it. */
export const createReportCache = (clock: App['clock']) =>
  createCache<TransparencyReport>({ clock, ttlMs: 60_000 })

/** Returns the report of the open books, cached for one minute. */
export const getTransparencyReport = async (app: ReportContext & Pick<App, 'reportCache'>) =>
  (await app.reportCache.get('report', () => readTransparencyReport(app))).value

/** Reads the report of the open books; every figure is a query of the ledger. */
export async function readTransparencyReport(app: ReportContext): Promise<TransparencyReport> {
  const { db, clock, config } = app
  const treasury = await getTreasury(app, db)
  const { statedHours } = await getSetting(db, config, 'withdrawals')

  return {
    readAt: clock.now(),
    owed: await readLiabilities(db),
    held: computeBackingAssets(treasury),
    plans: (await listPlanFigures(db)).map(({ owed, used: _used, unused: _unused, ...plan }) => ({
      ...plan,
      due: owed,
    })),
    withdrawals: { statedHours, measured: await measurePayoutTimes(db, clock.now()) },
    chainHead: await findJournalHead(db),
    deciders: await readDeciders(db, clock.now()),
    frozen: (await findFreeze(db))?.because ?? null,
  }
}

/** Returns the number of admins who decide on money and can sign in, and when the last joined. */
async function readDeciders(reader: Reader, now: Date): Promise<Deciders> {
  const deciders = (await listStaffLines(reader, now)).filter(
    ({ role, suspended, invited }) => isMoneyRole(role) && !suspended && !invited,
  )
  const joined = deciders.map(({ decidesSince }) => toUtcDay(decidesSince)).sort()

  return { count: deciders.length, lastJoinedOn: joined.at(-1) ?? null }
}

async function readLiabilities(reader: Reader): Promise<MemberLiabilities> {
  const sums = new Map<string | null, Cents>()
  for (const { currency, accountType: name, balance } of await getTrialBalance(reader))
    if (currency === 'USD') sums.set(name, balance)

  const sumAccountTypes = (...names: string[]) =>
    names.reduce((sum, name) => sum + (sums.get(name) ?? 0n), 0n)
  const invested = sumAccountTypes('member_principal')
  const atOnce = sumAccountTypes(
    'member_cash',
    'member_profit',
    'member_hold_cash',
    'member_hold_profit',
  )

  return { total: invested + atOnce, atOnce, invested, members: await countOwed(reader) }
}

function computeBackingAssets({
  custody,
  plans,
}: Awaited<ReturnType<typeof getTreasury>>): BackingAssets {
  const coins = [...Map.groupBy(custody, ({ currency }) => currency)].map(([currency, places]) => ({
    currency,
    amount: formatAmount(
      places.reduce((sum, { units }) => sum + units, 0n),
      currency,
    ),
    cents: places.reduce<Cents | null>(
      (sum, { cents }) => (sum === null || cents === null ? null : sum + cents),
      0n,
    ),
  }))

  const inCustody = coins.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n)
  const placed = plans.reduce((sum, plan) => sum + plan.placed, 0n)

  return { total: inCustody + placed, custody: inCustody, placed, coins }
}
