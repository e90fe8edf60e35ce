import { addDays, type Day } from '#lib/dates.ts'
import { formatUsd } from '#lib/money.ts'
import type { Circumstances, MemberFacts, Movement, Step } from './facts.ts'
import { formatDays } from './limits.ts'
import type { Operation } from './operations.ts'
import type { Limit, RuleSet } from './rules.ts'

export type LimitUse = Limit & { usedCents: bigint; leftCents: bigint }

const listApplyingLimits = ({ limits }: RuleSet, facts: MemberFacts) =>
  limits.filter(
    ({ level, category }) =>
      (level === undefined || level === facts.level) &&
      (category === undefined || category === facts.category?.id),
  )

const sumCents = (movements: readonly Movement[]): bigint =>
  movements.reduce((sum, { cents }) => sum + cents, 0n)

const listCounted = ({ movements }: MemberFacts, { operation, days }: Limit, today: Day) =>
  movements.filter(
    (movement) => movement.operation === operation && movement.on >= addDays(today, 1 - days),
  )

const clampToZero = (cents: bigint): bigint => (cents > 0n ? cents : 0n)

/** Returns the limits that apply to a member, with what is used and left of them. */
export function computeLimits(rules: RuleSet, facts: MemberFacts, today: Day): LimitUse[] {
  return listApplyingLimits(rules, facts).map((limit) => {
    const usedCents = sumCents(listCounted(facts, limit, today))
    return { ...limit, usedCents, leftCents: clampToZero(BigInt(limit.cents) - usedCents) }
  })
}

/**
 * Returns what was deposited within the days of a limit, and what is left of it: less than nothing
 * above it.
 */
const listDepositRooms = (rules: RuleSet, facts: MemberFacts, today: Day) =>
  listApplyingLimits(rules, facts)
    .filter(({ operation }) => operation === 'deposit')
    .map((limit) => {
      const deposits = listCounted(facts, limit, today).filter(({ isOpen }) => !isOpen)
      return { deposits, room: BigInt(limit.cents) - sumCents(deposits) }
    })

const findLowest = (values: readonly bigint[]): bigint | null =>
  values.reduce<bigint | null>(
    (lowest, value) => (lowest === null || value < lowest ? value : lowest),
    null,
  )

/**
 * Returns how much of a deposit that arrives can be invested before it passes a limit on deposits,
 * in cents; null without a limit. Quotes don't count: they are not deposited yet.
 */
export function computeDepositRoom(rules: RuleSet, facts: MemberFacts, today: Day): bigint | null {
  const lowest = findLowest(listDepositRooms(rules, facts, today).map(({ room }) => room))
  return lowest === null ? null : clampToZero(lowest)
}

const listArrived = ({ movements }: MemberFacts) =>
  movements.filter(({ operation, isOpen }) => operation === 'deposit' && !isOpen)

/**
 * Returns what the limits that applied to the deposits of a day still retain of them. Deposits
 * after them don't count: what these limits have released stays released.
 */
function computeRetainedCents(
  facts: MemberFacts,
  { on, overCents, appliedLimits }: Movement,
  today: Day,
): bigint {
  if (overCents === 0n || appliedLimits === null) return overCents

  const earlier = listArrived(facts).filter((deposit) => deposit.on <= on)
  const maxCents = appliedLimits
    .map(({ cents, days }) => {
      const counted = earlier.filter((deposit) => deposit.on >= addDays(today, 1 - days))
      return clampToZero(sumCents(counted) - BigInt(cents))
    })
    .reduce((max, cents) => (cents > max ? cents : max), 0n)
  return maxCents < overCents ? maxCents : overCents
}

/**
 * Returns the cents that a member deposited above a limit and has not withdrawn from cash since the
 * day of their newest deposit. They stay in the balance. Rules that became stricter don't raise
 * what each deposit took above the limit of its day, and what that limit has released stays
 * released; rules that allow more lower it.
 */
export function computeDepositExcess(rules: RuleSet, facts: MemberFacts, today: Day): bigint {
  const above = listDepositRooms(rules, facts, today).map(({ deposits, room }) => {
    const over = deposits.reduce(
      (sum, deposit) => sum + computeRetainedCents(facts, deposit, today),
      0n,
    )
    return over < -room ? -over : room
  })
  const lowest = findLowest(above) ?? 0n
  if (lowest >= 0n) return 0n

  const deposits = listArrived(facts)
  const newest = deposits.reduce((day, { on }) => (on > day ? on : day), '')
  const withdrawn = facts.movements
    .filter(({ operation, on }) => operation === 'withdraw' && on >= newest)
    .reduce((sum, { cashCents }) => sum + cashCents, 0n)

  return clampToZero(-lowest - withdrawn)
}

type LimitCase = {
  rules: RuleSet
  facts: MemberFacts
  operation: Operation
  circumstances: Circumstances
}

/** Returns a step for each limit that an amount passes. */
export function findLimitSteps(one: LimitCase): Step[] {
  const { rules, facts, operation, circumstances } = one
  const { amountCents, today } = circumstances
  if (amountCents === undefined) return []

  const passed = computeLimits(rules, facts, today)
    .filter((limit) => limit.operation === operation && limit.leftCents < amountCents)
    .map(
      ({ cents, days, leftCents }): Step => ({
        kind: 'limit',
        message:
          `Your limit is ${formatUsd(BigInt(cents))} within ${formatDays(days)}. ` +
          `${formatUsd(leftCents)} of it is left. ${formatLimitAdvice(leftCents, days)}`,
      }),
    )
  return [...passed, ...findExcessStep(one, amountCents)]
}

const formatLimitAdvice = (leftCents: bigint, days: number): string =>
  leftCents === 0n
    ? `Wait until earlier amounts are older than ${formatDays(days)}.`
    : `Enter at most ${formatUsd(leftCents)}, or wait until earlier amounts are older than ` +
      `${formatDays(days)}.`

function findExcessStep(
  { rules, facts, operation, circumstances: { cashCents, today } }: LimitCase,
  amountCents: bigint,
): Step[] {
  if (operation !== 'invest' || !cashCents) return []

  const excess = computeDepositExcess(rules, facts, today)
  if (excess === 0n || cashCents - amountCents >= excess) return []

  const left = clampToZero(cashCents - excess)
  const retained = excess < cashCents ? excess : cashCents
  return [
    {
      kind: 'limit',
      message:
        `${formatUsd(retained)} of your deposits is above your deposit limit and stays in your ` +
        'balance. You can withdraw it at any time. ' +
        (left === 0n
          ? 'You can invest it when earlier deposits no longer count.'
          : `Enter at most ${formatUsd(left)}.`),
    },
  ]
}
