import type { Cents } from '#lib/money.ts'
import { countWaiting } from '#modules/approvals/queries.ts'
import { countOpenCases } from '#modules/compliance/queries.ts'
import { countPendingDeposits, sumCompletedDeposits } from '#modules/deposits/queries.ts'
import { countEnquiries } from '#modules/enquiries/queries.ts'
import { countActive, countMembers } from '#modules/identity/queries.ts'
import { findBalancedPeriod, hasIntegrityCheck } from '#modules/integrity/queries.ts'
import { findFreeze } from '#modules/ledger/queries.ts'
import { listWaitingVersions } from '#modules/plans/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { countOffered } from '#modules/testimonials/queries.ts'
import { getTreasury, listBreaks } from '#modules/treasury/queries.ts'
import { countInReview } from '#modules/verification/queries.ts'
import {
  countOverdueWithdrawals,
  countWaitingWithdrawals,
  sumCompletedWithdrawals,
} from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { getActivityCutoff } from '../model.ts'
import { getWorkAges, type WorkAges, type WorkRisks } from './work-ages.ts'

export type Waiting = {
  pendingDeposits: number
  pendingWithdrawals: number
  approvedWithdrawals: number
  /** Open ones, later than the operator states. */
  overdueWithdrawals: number
  /** Proposals and draft plans that another admin has to decide. */
  approvals: number
  breaks: number
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
    screening: await countOpenCases(reader),
    verifications: (await countInReview(reader, clock.now())).inReview,
    messages: (await countEnquiries(reader)).open,
    testimonials: await countOffered(reader),
  }
}

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
