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
const NEW_ADDRESS_MS = DAY_MS
const MANY_IN_A_WEEK = 3
/** Other withdrawals of this time are counted in the checks. */
export const RECENT_MS = 7 * DAY_MS

/** Returns whether an address is so new that an admin has to review it. */
export const isNewAddress = (savedAt: Date, now: Date): boolean =>
  now.getTime() - savedAt.getTime() < NEW_ADDRESS_MS

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
    return { what: 'Address removed by the member', verdict: 'review', evidence: 'can’t be paid' }

  if (usableFrom > now)
    return {
      what: 'New-address hold',
      verdict: 'review',
      evidence: `until ${formatUtcMinute(usableFrom)}`,
    }

  const isNew = isNewAddress(savedAt, now)

  return {
    what: isNew ? 'New address' : 'Address saved for more than a day',
    verdict: isNew ? 'review' : 'ok',
    evidence: `saved ${formatAge(now.getTime() - savedAt.getTime())}`,
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
          ? 'Address not used by another member'
          : 'Address saved or used by another member',
      verdict: otherHolders === 0 ? 'ok' : 'review',
      evidence: otherHolders === 0 ? 'none' : `other members: ${otherHolders}`,
    },
    {
      what: covered ? 'Custody covers the payout' : 'Custody doesn’t cover the payout',
      verdict: covered ? 'ok' : 'review',
      evidence:
        `${formatGroupedAmount(held, coin)} ${coin} held` +
        (reserved > 0n
          ? `, ${formatGroupedAmount(reserved, coin)} reserved for other payouts`
          : ''),
    },
    {
      what: 'Other withdrawals in the last 7 days',
      verdict: others.count < MANY_IN_A_WEEK ? 'ok' : 'review',
      evidence: others.count === 0 ? 'none' : `${others.count}, ${formatUsd(others.sum)}`,
    },
    frozen
      ? {
          what: 'Withdrawals are frozen',
          verdict: 'review',
          evidence: `until ${formatUtcMinute(frozenUntil)}`,
        }
      : { what: 'Withdrawals not frozen', verdict: 'ok', evidence: 'not frozen' },
  ]
}
