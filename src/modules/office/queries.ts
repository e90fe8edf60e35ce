import { amountSought } from '#lib/amount-sought.ts'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import { countWaiting } from '#modules/approvals/queries.ts'
import { findBalancedSince, wasLookedAt } from '#modules/books/queries.ts'
import { depositedOf, listDepositedBy, pendingDepositsOf } from '#modules/deposits/queries.ts'
import { countEnquiries } from '#modules/enquiries/queries.ts'
import type { Member } from '#modules/identity/model.ts'
import {
  countActive,
  countMembers,
  MEMBER_ORDERS,
  type MemberFilter,
  pageOfMembers,
} from '#modules/identity/queries.ts'
import { findFreeze, listPurses } from '#modules/ledger/queries.ts'
import { listWaitingVersions } from '#modules/plans/queries.ts'
import { getPortfolio, type Portfolio } from '#modules/portfolio/queries.ts'
import { countOffered } from '#modules/testimonials/queries.ts'
import { getTreasury, listBreaks } from '#modules/treasury/queries.ts'
import { openWithdrawalsOf, withdrawnOf } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db.ts'
import type { Paged, PageWanted } from '#platform/pages.ts'
import { activeSince } from './model.ts'
import { pageByBalance } from './queries/by-balance.ts'

export type UserLine = { member: Member; balance: Cents; profit: Cents; deposited: Cents }

export const USER_ORDERS = [...MEMBER_ORDERS, 'balance'] as const
type Order = { by: (typeof USER_ORDERS)[number]; descending: boolean }

/**
 * Those whose account balance is what was typed, where it is an amount that somebody has; else by
 * words, in the order asked for.
 */
async function pageFound(reader: Reader, filter: MemberFilter, order: Order, wanted: PageWanted) {
  const { by, descending } = order
  const cents = filter.words === undefined ? null : amountSought(filter.words)

  if (cents !== null) {
    const page = await pageByBalance(
      reader,
      { ...filter, words: undefined, cents },
      descending,
      wanted,
    )
    if (page.total > 0) return page
  }

  if (by === 'balance') return await pageByBalance(reader, filter, descending, wanted)

  return await pageOfMembers(reader, filter, { by, descending }, wanted)
}

/** One page of the members, each with what the books say. */
export async function pageOfUsers(
  reader: Reader,
  filter: MemberFilter,
  order: Order,
  wanted: PageWanted,
): Promise<Paged<UserLine>> {
  const { rows, ...count } = await pageFound(reader, filter, order, wanted)
  const ids = rows.map(({ id }) => id)
  const purses = await listPurses(reader, ids)
  const deposited = await listDepositedBy(reader, ids)
  const lines = rows.map((member) => {
    const { cash = 0n, principal = 0n, profit = 0n } = purses.get(member.id) ?? {}
    return { member, balance: cash + principal, profit, deposited: deposited.get(member.id) ?? 0n }
  })

  return { ...count, rows: lines }
}

/** One member as the staff sees them: the same figures that the member sees. */
export async function getUser(reader: Reader, memberId: string, today: Day): Promise<Portfolio> {
  return await getPortfolio(reader, memberId, today)
}

export type Waiting = {
  pendingDeposits: number
  pendingWithdrawals: number
  approvedWithdrawals: number
  /** Proposals, and drafts of plans that another admin has to publish. */
  approvals: number
  breaks: number
  messages: number
  testimonials: number
}

const MOST_BREAKS = 100

/** How much waits for a decision, counted now. */
export async function waitingOf({
  db: reader,
  clock,
  config,
}: Pick<App, 'db' | 'clock' | 'config'>): Promise<Waiting> {
  const open = await openWithdrawalsOf(reader)
  return {
    pendingDeposits: await pendingDepositsOf(reader),
    pendingWithdrawals: open.pending,
    approvedWithdrawals: open.approved,
    approvals:
      (await countWaiting(reader, clock.now())) +
      (await listWaitingVersions(reader, config)).length,
    breaks: (await listBreaks(reader, { open: true, limit: MOST_BREAKS })).length,
    messages: (await countEnquiries(reader)).open,
    testimonials: await countOffered(reader),
  }
}

/**
 * What the house owes and holds, in cents at the prices of now; null where a coin that is held has
 * no price.
 */
export type Standing = { owed: Cents; held: Cents | null; placed: Cents }

async function standingOf(app: Pick<App, 'prices' | 'clock'>, reader: Reader): Promise<Standing> {
  const { custody, plans, owedToMembers } = await getTreasury(app, reader)
  const worth = custody.map(({ cents }) => cents)

  return {
    owed: owedToMembers,
    held: worth.includes(null)
      ? null
      : worth.reduce<Cents>((sum, cents) => sum + (cents ?? 0n), 0n),
    placed: plans.reduce((sum, { placed }) => sum + placed, 0n),
  }
}

export type Totals = Standing & {
  users: number
  activeUsers: number
  deposited: Cents
  withdrawn: Cents
  waiting: Waiting
  books: { since: Date; lookedAt: Date } | null
  looked: boolean
  frozen: boolean
}

/** The figures of the index, each counted now. */
export async function totalsOf(app: App): Promise<Totals> {
  const { db, clock } = app
  const now = clock.now()

  return {
    users: (await countMembers(db)).total,
    activeUsers: await countActive(db, activeSince(now)),
    deposited: await depositedOf(db),
    withdrawn: await withdrawnOf(db),
    waiting: await waitingOf(app),
    ...(await standingOf(app, db)),
    books: await findBalancedSince(db),
    looked: await wasLookedAt(db),
    frozen: (await findFreeze(db)) !== null,
  }
}
