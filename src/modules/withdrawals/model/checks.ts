import { DAY_MS, formatUtcMinute, HOUR_MS } from '#lib/dates.ts'
import {
  type Cents,
  type Coin,
  type CoinUnits,
  formatGroupedAmount,
  formatUsd,
} from '#lib/money.ts'
import type { Check } from '#modules/transactions/model.ts'

type WithdrawalFacts = {
  now: Date
  coin: Coin
  units: CoinUnits
  /** The units of the coin in custody: by the ledger, or by the last outside balance if lower. */
  held: CoinUnits
  /** The units that other approved withdrawals wait to be paid in. */
  reserved: CoinUnits
  /** Other members who saved the address or were paid at it. */
  otherHolders: number
  wallet: { savedAt: Date; usableFrom: Date; removed: boolean }
  frozenUntil: Date | null
  /** The member's other withdrawals of the last seven days, without rejected and cancelled ones. */
  others: { count: number; sum: Cents }
}

/** An address is new for this time after it was saved. */
export const NEW_ADDRESS_MS = DAY_MS
const MANY_IN_A_WEEK = 3
/** Other withdrawals of this time are counted in the checks. */
export const RECENT_MS = 7 * DAY_MS

function formatAge(ms: number): string {
  if (ms < HOUR_MS) return 'less than an hour ago'
  const [count, unit] =
    ms < 2 * DAY_MS ? [Math.floor(ms / HOUR_MS), 'hour'] : [Math.floor(ms / DAY_MS), 'day']
  return count === 1 ? `1 ${unit} ago` : `${count} ${unit}s ago`
}

function buildAddressCheck({
  now,
  wallet: { savedAt, usableFrom, removed },
}: WithdrawalFacts): Check {
  if (removed)
    return { what: 'The member has removed this address', verdict: 'review', evidence: 'not paid' }

  if (usableFrom > now)
    return {
      what: 'The address is cooling down',
      verdict: 'review',
      evidence: `until ${formatUtcMinute(usableFrom)}`,
    }

  const age = now.getTime() - savedAt.getTime()
  const what =
    age < NEW_ADDRESS_MS ? 'The address is new' : 'The address has been saved for more than a day'

  return {
    what,
    verdict: age < NEW_ADDRESS_MS ? 'review' : 'ok',
    evidence: `saved ${formatAge(age)}`,
  }
}

/** Returns the checks before a withdrawal is approved or paid, each with its evidence. */
export function buildWithdrawalChecks(facts: WithdrawalFacts): Check[] {
  const { now, coin, units, held, reserved, otherHolders, frozenUntil, others } = facts
  const frozen = frozenUntil !== null && frozenUntil > now
  const covered = held >= units + reserved

  return [
    buildAddressCheck(facts),
    {
      what:
        otherHolders === 0
          ? 'No other member has saved this address'
          : 'Another member saved this address or was paid at it',
      verdict: otherHolders === 0 ? 'ok' : 'review',
      evidence: otherHolders === 0 ? 'none' : `other members: ${otherHolders}`,
    },
    {
      what: covered ? 'Custody covers it' : 'Custody holds less than this',
      verdict: covered ? 'ok' : 'review',
      evidence:
        `${formatGroupedAmount(held, coin)} ${coin} held` +
        (reserved > 0n ? `, ${formatGroupedAmount(reserved, coin)} of it for other approved` : ''),
    },
    {
      what: 'Other withdrawals in seven days',
      verdict: others.count < MANY_IN_A_WEEK ? 'ok' : 'review',
      evidence: others.count === 0 ? 'none' : `${others.count}, ${formatUsd(others.sum)}`,
    },
    frozen
      ? {
          what: 'Withdrawals are frozen',
          verdict: 'review',
          evidence: `until ${formatUtcMinute(frozenUntil)}`,
        }
      : { what: 'Withdrawals of this member are open', verdict: 'ok', evidence: 'not frozen' },
  ]
}
