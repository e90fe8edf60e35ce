import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import type { AccountCode } from '#modules/ledger/model.ts'

/** The balances owed to a member by sub-account, in cents; both holds are one. */
export type SubAccountBalances = { cash: Cents; principal: Cents; profit: Cents; held: Cents }

export const SUB_ACCOUNT_LABELS: Record<keyof SubAccountBalances, string> = {
  cash: 'Cash',
  principal: 'Invested',
  profit: 'Profit',
  held: 'Pending withdrawals',
}

export const SUB_ACCOUNT_MEANINGS: Record<keyof SubAccountBalances, string> = {
  cash: 'Money that is not invested.',
  principal: 'The principal of your open positions.',
  profit: 'Returns paid to you and not withdrawn.',
  held: 'Withdrawals you requested that we have not paid yet.',
}

export const SUB_ACCOUNT_KEYS = ['cash', 'principal', 'profit', 'held'] as const

export const ZERO_BALANCES: SubAccountBalances = { cash: 0n, principal: 0n, profit: 0n, held: 0n }

/** Sums the balances of all sub-accounts. */
export const sumSubAccounts = ({ cash, principal, profit, held }: SubAccountBalances): Cents =>
  cash + principal + profit + held

export const addBalances = (
  one: SubAccountBalances,
  other: SubAccountBalances,
): SubAccountBalances => ({
  cash: one.cash + other.cash,
  principal: one.principal + other.principal,
  profit: one.profit + other.profit,
  held: one.held + other.held,
})

/** Returns the sub-account of a member's account code. */
export function getSubAccountKey(account: AccountCode): keyof SubAccountBalances {
  const subAccount = account.slice(account.lastIndexOf(':') + 1)
  if (subAccount === 'cash' || subAccount === 'principal' || subAccount === 'profit')
    return subAccount
  invariant(subAccount.startsWith('hold_'), `${account} is a sub-account of a member`)
  return 'held'
}
