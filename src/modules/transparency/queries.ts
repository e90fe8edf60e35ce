import { toUtcDay } from '#lib/dates.ts'
import { type Cents, formatAmount } from '#lib/money.ts'
import type { DurationSummary } from '#lib/summarise-durations.ts'
import { isMoneyRole } from '#modules/approvals/model.ts'
import { listKeyGenerations } from '#modules/approvals/queries.ts'
import { listKeyHolders, listStaffLines } from '#modules/identity/queries.ts'
import {
  countOwed,
  findFreeze,
  findJournalHead,
  getTrialBalance,
  type JournalBlock,
} from '#modules/ledger/queries.ts'
import { listPlanFigures } from '#modules/plans/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { OUTSIDE_MAX_AGE_DAYS } from '#modules/treasury/model.ts'
import {
  type CountedCustody,
  getCountedCustody,
  listPlanAssets,
  listReserves,
} from '#modules/treasury/queries.ts'
import { measurePayoutTimes } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import { type Cache, createCache } from '#platform/cache/cache.ts'
import type { Reader } from '#platform/db/db.ts'
import type {
  BackingAssets,
  DailyFigures,
  Deciders,
  LogReport,
  MemberLiabilities,
  OpenPlan,
  PublishedReserve,
} from './model.ts'
import { listDailyFigures, readLogReport } from './queries/log-report.ts'

export { findNodes, findPublishedEpoch } from './queries/liabilities.ts'
export {
  findCheckpoint,
  findTile,
  listLatestEntries,
} from './queries/log.ts'
export { findLogHead } from './queries/log-report.ts'
export { findPublishedCheckpoint } from './queries/published-checkpoint.ts'
export { listWitnesses, listWitnessProblems } from './queries/witnesses.ts'

export type TransparencyReport = {
  readAt: Date
  owed: MemberLiabilities
  held: BackingAssets
  /** The operator's addresses on chains, with the statements that prove control of them. */
  reserves: PublishedReserve[]
  plans: OpenPlan[]
  withdrawals: { statedHours: number; measured: DurationSummary }
  /** The head of the hash chain of the figures above; null before the first row. */
  chainHead: JournalBlock | null
  deciders: Deciders
  /** The transparency log; null before its first entry. */
  log: LogReport | null
  /** The figures that the log recorded of the last days, oldest first. */
  history: DailyFigures[]
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
  const assets = await listPlanAssets(db)
  const plans = (await listPlanFigures(db)).map(({ owed, used: _, unused: __, ...plan }) => ({
    ...plan,
    due: owed,
    assets: assets.get(plan.planId) ?? null,
  }))
  const { statedHours } = await getSetting(db, config, 'withdrawals')

  return {
    readAt: clock.now(),
    owed: await readLiabilities(
      db,
      plans.reduce((sum, { due }) => sum + due, 0n),
    ),
    held: computeBackingAssets(
      await getCountedCustody(app, db),
      plans.reduce((sum, plan) => sum + (plan.assets?.outstanding ?? 0n), 0n),
    ),
    reserves: await readReserves(db, clock.now()),
    plans,
    withdrawals: { statedHours, measured: await measurePayoutTimes(db, clock.now()) },
    chainHead: await findJournalHead(db),
    log: await readLogReport(app),
    history: await listDailyFigures(db),
    deciders: await readDeciders(app),
    frozen: (await findFreeze(db))?.because ?? null,
  }
}

/** Statements that wait for a signature stay in the back office. */
const readReserves = async (reader: Reader, now: Date): Promise<PublishedReserve[]> =>
  (await listReserves(reader, { now })).map(
    ({ chain, coin, address, place, wallet, state, proof }) => ({
      chain,
      coin,
      address,
      place,
      wallet,
      state,
      proof,
    }),
  )

/**
 * Returns the number of admins who approve money movements and can log in, and when the last
 * joined. In live each of them has an active approval key, made for this address.
 */
async function readDeciders({ db, clock, config }: ReportContext): Promise<Deciders> {
  const now = clock.now()
  const holders = config.MODE === 'live' ? await listKeyHolders(db, config, now) : null
  const deciders = (await listStaffLines(db, now)).filter(
    ({ id, role, suspended, invited }) =>
      isMoneyRole(role) && !suspended && !invited && (!holders || holders.has(id)),
  )
  const joined = deciders.map(({ decidesSince }) => toUtcDay(decidesSince)).sort()

  const [generation] = await listKeyGenerations(db)

  return {
    count: deciders.length,
    lastJoinedOn: joined.at(-1) ?? null,
    keysReset: generation ? { startedAt: generation.startedAt, reason: generation.reason } : null,
  }
}

async function readLiabilities(reader: Reader, due: Cents): Promise<MemberLiabilities> {
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

  return { total: invested + atOnce, atOnce, invested, members: await countOwed(reader), due }
}

function computeBackingAssets(
  { places, cents: custody, suspense }: CountedCustody,
  placed: Cents,
): BackingAssets {
  const coins = [...Map.groupBy(places, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    amount: formatAmount(
      own.reduce((sum, { counted }) => sum + counted, 0n),
      currency,
    ),
    cents: own.reduce<Cents | null>(
      (sum, { cents }) => (sum === null || cents === null ? null : sum + cents),
      0n,
    ),
  }))

  return {
    total: custody + placed,
    custody,
    suspense,
    placed,
    coins,
    places,
    maxAgeDays: OUTSIDE_MAX_AGE_DAYS,
  }
}
