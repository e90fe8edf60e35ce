import { implementCalls } from '#platform/http.ts'
import { portfolioContract } from './contract.ts'
import { getPortfolio, listOwnEntries, type OwnEntry, type Portfolio } from './queries.ts'

const calls = implementCalls(portfolioContract)

const shownUser = ({ member, figures }: Portfolio) => ({
  _id: member.id,
  first_name: member.firstName,
  last_name: member.lastName,
  email: member.email,
  status: member.status,
  phone_number: member.phoneNumber,
  referral_code: member.referralCode,
  total_balance: figures.profit,
  withdrawable_balance: figures.balance,
  total_invest: figures.deposited,
  total_withdrawal: figures.withdrawn,
  accrued: figures.accrued,
  due: figures.due,
  createdAt: member.createdAt,
  country: member.country,
  cash: figures.cash,
  principal: figures.principal,
  held: figures.held,
})

const shownEntry = ({ entry, folio, words, ...row }: OwnEntry) => ({
  ...row,
  _id: String(entry),
  folio: folio === null ? null : String(folio),
  what: words,
})

export const portfolioApi = calls.router({
  user: calls.user.handler(async ({ context: { app, member } }) => {
    const portfolio = await getPortfolio(app.db, member().id, app.clock.today())
    return { message: 'User', data: shownUser(portfolio) }
  }),
  entries: calls.entries.handler(async ({ context: { app, member }, input }) => {
    const entries = await listOwnEntries(app.db, member().id, input.limit)
    return { message: 'Entries', data: entries.map(shownEntry) }
  }),
})
