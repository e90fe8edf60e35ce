import { isCoin } from '#lib/currencies.ts'
import type { Currency } from '#lib/money.ts'

/** Account types; true for the non-negative ones. */
export const ACCOUNT_TYPES = {
  custody: false,
  exchange: false,
  plan_assets: false,
  member_cash: true,
  member_principal: true,
  member_profit: true,
  member_hold_cash: true,
  member_hold_profit: true,
  plan_income: true,
  suspense: true,
  promotion: true,
  equity: true,
  fees: true,
} as const

export type AccountType = keyof typeof ACCOUNT_TYPES

/** The code of an account is its identity: `member:mem_x:cash`, `custody:hot:BTC`, `equity`. */
export type AccountCode = string

export type MemberSubAccount = 'cash' | 'principal' | 'profit' | 'hold_cash' | 'hold_profit'

export const MEMBER_SUB_ACCOUNTS: readonly MemberSubAccount[] = [
  'cash',
  'principal',
  'profit',
  'hold_cash',
  'hold_profit',
]

/** Returns the code of a member's sub-account. */
export const toMemberAccountCode = (memberId: string, subAccount: MemberSubAccount): AccountCode =>
  `member:${memberId}:${subAccount}`

/** Returns the code of a plan's income account. */
export const toPlanIncomeAccountCode = (planId: string): AccountCode => `plan:${planId}:income`

/** Returns the code of a plan's assets account. */
export const toPlanAssetsAccountCode = (planId: string): AccountCode => `plan:${planId}:assets`

/** Returns the code of the exchange account of a currency. */
export const toExchangeAccountCode = (currency: Currency): AccountCode => `exchange:${currency}`

/** Returns the code of the suspense account of a currency. */
export const toSuspenseAccountCode = (currency: Currency): AccountCode => `suspense:${currency}`

/**
 * Returns the code of a custody account; `place` is `bank` for dollars and `hot` for coin by
 * default.
 */
export const toCustodyAccountCode = (
  currency: Currency,
  place = currency === 'USD' ? 'bank' : 'hot',
): AccountCode => `custody:${place}:${currency}`

export const EQUITY: AccountCode = 'equity'

export const PROMOTION: AccountCode = 'promotion'

export const FEES: AccountCode = 'fees'

/** Returns the currency of an account: the coin that its code ends with, or dollars. */
export function getAccountCurrency(code: AccountCode): Currency {
  const last = code.split(':').at(-1)
  return isCoin(last) ? last : 'USD'
}
