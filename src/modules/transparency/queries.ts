import type { Measured } from '#lib/measured.ts'
import { amountText, type Cents } from '#lib/money.ts'
import {
  countOwed,
  findFreeze,
  findSealHead,
  type Seal,
  trialBalance,
} from '#modules/ledger/queries.ts'
import { planFigures } from '#modules/plans/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { getTreasury } from '#modules/treasury/queries.ts'
import { measuredTimes } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db.ts'
import type { Held, OpenPlan, Owed } from './model.ts'

export type OpenBooks = {
  readAt: Date
  owed: Owed
  held: Held
  plans: OpenPlan[]
  withdrawals: { statedHours: number; measured: Measured }
  /** The head of the chain that everything above is sealed into; null before the first row. */
  seal: Seal | null
  /** Why the books are stopped at this moment, or null. */
  frozen: string | null
}

type House = Pick<App, 'db' | 'clock' | 'prices' | 'config'>

const FRESH_MS = 60_000
const kept = new WeakMap<House['db'], { at: number; books: Promise<OpenBooks> }>()

/**
 * The open books as they were within the last minute: visitors read them, so reading them costs the
 * house little.
 */
export function openBooks(app: House): Promise<OpenBooks> {
  const now = app.clock.now().getTime()
  const last = kept.get(app.db)
  if (last && now - last.at < FRESH_MS && now >= last.at) return last.books

  const books = readOpenBooks(app)
  kept.set(app.db, { at: now, books })
  books.catch(() => kept.delete(app.db))

  return books
}

/** Everything that is public about the money: each figure from the books, none typed in. */
export async function readOpenBooks(app: House): Promise<OpenBooks> {
  const { db, clock, config } = app
  const treasury = await getTreasury(app, db)
  const { statedHours } = await getSetting(db, config, 'withdrawals')

  return {
    readAt: clock.now(),
    owed: await owedNow(db),
    held: heldOf(treasury),
    plans: (await planFigures(db)).map(({ owed, used: _used, unused: _unused, ...plan }) => ({
      ...plan,
      due: owed,
    })),
    withdrawals: { statedHours, measured: await measuredTimes(db, clock.now()) },
    seal: await findSealHead(db),
    frozen: (await findFreeze(db))?.because ?? null,
  }
}

async function owedNow(reader: Reader): Promise<Owed> {
  const sums = new Map<string | null, Cents>()
  for (const { currency, class: name, balance } of await trialBalance(reader))
    if (currency === 'USD') sums.set(name, balance)

  const of = (...names: string[]) => names.reduce((sum, name) => sum + (sums.get(name) ?? 0n), 0n)
  const invested = of('member_principal')
  const atOnce = of('member_cash', 'member_profit', 'member_hold_cash', 'member_hold_profit')

  return { total: invested + atOnce, atOnce, invested, members: await countOwed(reader) }
}

function heldOf({ custody, plans }: Awaited<ReturnType<typeof getTreasury>>): Held {
  const coins = [...Map.groupBy(custody, ({ currency }) => currency)].map(([currency, places]) => ({
    currency,
    amount: amountText(
      places.reduce((sum, { units }) => sum + units, 0n),
      currency,
    ),
    cents: places.reduce<Cents | null>(
      (sum, { cents }) => (sum === null || cents === null ? null : sum + cents),
      0n,
    ),
  }))

  const inCustody = coins.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n)
  const placed = plans.reduce((sum, plan) => sum + plan.placed, 0n)

  return { total: inCustody + placed, custody: inCustody, placed, coins }
}
