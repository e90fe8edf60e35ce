import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import { countWaiting } from '#modules/approvals/queries.ts'
import { depositedOf, listDepositedByMember, pendingDepositsOf } from '#modules/deposits/queries.ts'
import type { Member } from '#modules/identity/model.ts'
import { listMembers } from '#modules/identity/queries.ts'
import type { Class } from '#modules/ledger/model.ts'
import { listAccounts } from '#modules/ledger/queries.ts'
import { listInvestedPrincipal } from '#modules/plans/queries.ts'
import { getPortfolio, type Portfolio } from '#modules/portfolio/queries.ts'
import { openWithdrawalsOf, withdrawnOf } from '#modules/withdrawals/queries.ts'
import type { Reader } from '#platform/db.ts'
import { isActive } from './model.ts'

export type UserLine = { member: Member; balance: Cents; profit: Cents; deposited: Cents }

async function balancesBy(reader: Reader, only: Class): Promise<ReadonlyMap<string, Cents>> {
  const accounts = await listAccounts(reader, { class: only })
  return new Map(accounts.map(({ owner, balance }) => [owner ?? '', balance]))
}

/** All members, newest first, each with what the books say. */
export async function listUsers(reader: Reader): Promise<UserLine[]> {
  const cash = await balancesBy(reader, 'member_cash')
  const principal = await balancesBy(reader, 'member_principal')
  const profit = await balancesBy(reader, 'member_profit')
  const deposited = await listDepositedByMember(reader)
  const members = await listMembers(reader)
  return members.map((member) => ({
    member,
    balance: (cash.get(member.id) ?? 0n) + (principal.get(member.id) ?? 0n),
    profit: profit.get(member.id) ?? 0n,
    deposited: deposited.get(member.id) ?? 0n,
  }))
}

/** One member as the staff sees them: the same figures that the member sees. */
export async function getUser(reader: Reader, memberId: string, today: Day): Promise<Portfolio> {
  return await getPortfolio(reader, memberId, today)
}

export type Totals = {
  users: number
  activeUsers: number
  deposited: Cents
  withdrawn: Cents
  pendingDeposits: number
  pendingWithdrawals: number
  approvedWithdrawals: number
  waitingApprovals: number
}

/** The figures of the index, each counted now. */
export async function totalsOf(reader: Reader, now: Date): Promise<Totals> {
  const members = await listMembers(reader)
  const invested = await listInvestedPrincipal(reader)
  const holding = new Set(invested.filter((one) => one.principal > 0n).map((one) => one.memberId))
  const open = await openWithdrawalsOf(reader)
  return {
    users: members.length,
    activeUsers: members.filter((member) => isActive(member, holding.has(member.id), now)).length,
    deposited: await depositedOf(reader),
    withdrawn: await withdrawnOf(reader),
    pendingDeposits: await pendingDepositsOf(reader),
    pendingWithdrawals: open.pending,
    approvedWithdrawals: open.approved,
    waitingApprovals: await countWaiting(reader, now),
  }
}
