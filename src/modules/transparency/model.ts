import { type Cents, mulDiv } from '#lib/money.ts'

/** What members could ask for, by what it is. */
export type MemberLiabilities = {
  total: Cents
  /** Can leave at once: cash, returns paid, and what is already on its way. */
  atOnce: Cents
  /** In positions: can leave as each plan's liquidity says. */
  invested: Cents
  members: number
}

export type CoinHolding = { currency: string; amount: string; cents: Cents | null }

/** What is held against it. Coin counts at today's price; without a price it counts for nothing. */
export type BackingAssets = {
  total: Cents
  custody: Cents
  /** Placed outside for plans, at what was placed and not written off. */
  placed: Cents
  coins: CoinHolding[]
}

export type Month = { month: string; income: Cents; loss: Cents }

export type OpenPlan = {
  planId: string
  name: string
  family: string
  invested: Cents
  recorded: Cents
  lost: Cents
  paid: Cents
  /** Due to members and waiting for income of this plan. */
  due: Cents
  months: Month[]
}

/** Held for each dollar owed, in cents and rounded down; null while nothing is owed. */
export const computeCoverage = (held: Cents, owed: Cents): Cents | null =>
  owed > 0n ? mulDiv(held, 100n, owed) : null

/**
 * How much of every dollar that can be asked for at once is there at once, in cents, at most a
 * dollar.
 */
export function computeImmediateCoverage(custody: Cents, atOnce: Cents): Cents {
  if (atOnce <= 0n) return 100n
  const part = mulDiv(custody, 100n, atOnce)
  return part > 100n ? 100n : part
}

/**
 * The month in which a plan earned least and the one in which it earned most; null before there are
 * any.
 */
export function findWorstAndBest(months: readonly Month[]): { worst: Month; best: Month } | null {
  const sorted = months.toSorted((a, b) => Number(a.income - a.loss - (b.income - b.loss)))
  const [worst, best] = [sorted[0], sorted.at(-1)]
  return worst && best ? { worst, best } : null
}

/** All plans' months together, oldest first. */
export function sumMonths(plans: readonly OpenPlan[]): Month[] {
  const sums = new Map<string, Month>()
  for (const { months } of plans)
    for (const { month, income, loss } of months) {
      const sum = sums.get(month) ?? { month, income: 0n, loss: 0n }
      sums.set(month, { month, income: sum.income + income, loss: sum.loss + loss })
    }

  return [...sums.values()].sort((a, b) => a.month.localeCompare(b.month))
}
