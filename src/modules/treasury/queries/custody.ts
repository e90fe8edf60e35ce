import type { Currency } from '#lib/money.ts'
import type { AccountCode } from '#modules/ledger/model.ts'
import { getBalance, getBalanceAtTime, listAccounts } from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { CONFIRMED_WITHIN_MS, type CustodyState, parseCustodyCode } from '../model.ts'
import { type Break, listBreaks } from './breaks.ts'
import { loadLatestBalances, type OutsideBalance } from './outside-balances.ts'

export type CustodyLine = {
  account: AccountCode
  place: string
  currency: Currency
  openedAt: Date
  /** The ledger's current balance, in minor units. */
  held: bigint
  /** The latest outside balance. */
  outside: OutsideBalance | null
  openBreak: Break | null
  state: CustodyState
}

/** Returns the ledger's balance of a custody account in minor units, now or at a time. */
export async function getHeldUnits(
  reader: Reader,
  account: AccountCode,
  by?: Date,
): Promise<bigint> {
  return -(by ? await getBalanceAtTime(reader, account, by) : await getBalance(reader, account))
}

/**
 * Returns every custody account with its balance, its latest outside balance and its open break.
 */
export async function listCustody(reader: Reader): Promise<CustodyLine[]> {
  const accounts = await listAccounts(reader, { accountType: 'custody' })
  const outside = await loadLatestBalances(
    reader,
    accounts.map(({ code }) => code),
  )
  const open = new Map(
    (await listBreaks(reader, { open: true })).map((found) => [found.account, found]),
  )

  return accounts.map(({ code, balance, openedAt }) => {
    const last = outside.get(code) ?? null
    const openBreak = open.get(code) ?? null
    const state = computeCustodyState(last, openBreak)

    return {
      account: code,
      ...parseCustodyCode(code),
      openedAt,
      held: -balance,
      outside: last,
      openBreak,
      state,
    }
  })
}

/** Returns whether a balance has been held for more than a day without any outside balance. */
export const isUnconfirmed = ({ held, outside, openedAt }: CustodyLine, now: Date): boolean =>
  held !== 0n && outside === null && now.getTime() - openedAt.getTime() > CONFIRMED_WITHIN_MS

function computeCustodyState(last: OutsideBalance | null, openBreak: Break | null): CustodyState {
  if (openBreak) return 'break'
  if (!last) return 'unknown'
  return last.difference === 0n ? 'agrees' : 'explained'
}
