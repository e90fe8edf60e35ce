import type { Member } from '#modules/identity/model.ts'
import type { PositionView } from '#modules/plans/queries.ts'
import type { Portfolio } from '#modules/portfolio/queries.ts'
import { implementCalls } from '#platform/http.ts'
import { officeContract } from './contract.ts'
import { getUser, listUsers, totalsOf, type UserLine } from './queries.ts'

const calls = implementCalls(officeContract)

const shownMember = (member: Member) => ({
  _id: member.id,
  first_name: member.firstName,
  last_name: member.lastName,
  email: member.email,
  status: member.status,
  createdAt: member.createdAt,
})

const shownLine = ({ member, balance, profit, deposited }: UserLine) => ({
  ...shownMember(member),
  withdrawable_balance: balance,
  total_balance: profit,
  total_invest: deposited,
})

const shownPosition = (position: PositionView) => {
  const { id, planName, family, status, principal, remaining, accrued, openedOn, maturesOn } = position
  return { _id: id, plan: planName, family, status, principal, remaining, accrued, openedOn, maturesOn }
}

const shownUser = ({ member, figures, positions }: Portfolio) => ({
  ...shownLine({ member, ...figures }),
  phone_number: member.phoneNumber,
  country: member.country,
  referral_code: member.referralCode,
  suspended_reason: member.suspendedReason,
  review_on: member.reviewOn,
  lastSignInAt: member.lastSignInAt,
  total_withdrawal: figures.withdrawn,
  cash: figures.cash,
  principal: figures.principal,
  held: figures.held,
  accrued: figures.accrued,
  due: figures.due,
  positions: positions.map(shownPosition),
})

export const officeApi = calls.router({
  users: calls.users.handler(async ({ context: { app } }) => {
    const users = (await listUsers(app.db)).map(shownLine)
    const all = { users, total_users: users.length }
    return { message: 'Users', ...all, data: all }
  }),
  user: calls.user.handler(async ({ context: { app }, input }) => ({
    message: 'User',
    data: shownUser(await getUser(app.db, input.id, app.clock.today())),
  })),
  totals: calls.totals.handler(async ({ context: { app } }) => {
    const totals = await totalsOf(app.db, app.clock.now())
    return {
      message: 'Totals',
      data: {
        total_users: totals.users,
        active_users: totals.activeUsers,
        total_deposit: totals.deposited,
        total_withdrawals: totals.withdrawn,
        pending_deposits: totals.pendingDeposits,
        pending_withdrawals: totals.pendingWithdrawals,
        approved_withdrawals: totals.approvedWithdrawals,
      },
    }
  }),
})
