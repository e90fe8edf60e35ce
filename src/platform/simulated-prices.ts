import { createHash } from 'node:crypto'
import type { Coin } from '#lib/money.ts'
import type { Clock } from './clock.ts'
import type { Price, PriceFeed, Rate } from './prices.ts'

/** How a coin moves: around `centre` dollars, `spread` a year, pulled back by `pull` of the distance a day. */
type Course = { centre: number; spread: number; pull: number; decimals: number }

const COURSES: Record<Coin, Course> = {
  BTC: { centre: 91_000, spread: 0.45, pull: 0.02, decimals: 2 },
  ETH: { centre: 3_150, spread: 0.6, pull: 0.02, decimals: 2 },
  USDT: { centre: 1, spread: 0.004, pull: 0.2, decimals: 4 },
}

const EPOCH_MINUTE = Date.parse('2024-01-01T00:00:00Z') / 60_000
const DAY_MINUTES = 1_440
const YEAR_MINUTES = 365 * DAY_MINUTES
const RATE_DECIMALS = 6

/**
 * The sandbox's prices: a pure function of coin and minute, so any process at any time gives the same ones.
 * Days are a random walk that is pulled back to its centre; inside a day a Brownian bridge is halved down to the minute.
 */
export function simulatedPrices(clock: Pick<Clock, 'now'>): PriceFeed {
  const days = new Map<Coin, number[]>()
  return {
    price: async (coin, at = clock.now()) => {
      const minute = Math.floor(at.getTime() / 60_000)
      return describe(coin, rateAt(days, coin, minute), new Date(minute * 60_000))
    },
  }
}

const describe = (coin: Coin, rate: Rate, at: Date): Price => ({
  coin,
  rate,
  source: 'Simulated feed',
  at,
  simulated: true,
})

function rateAt(days: Map<Coin, number[]>, coin: Coin, minute: number): Rate {
  const { centre, decimals } = COURSES[coin]
  const dollars = centre * Math.exp(logAt(days, coin, Math.max(0, minute - EPOCH_MINUTE)))
  return BigInt(Math.round(dollars * 10 ** decimals)) * 10n ** BigInt(RATE_DECIMALS - decimals)
}

/** The logarithm of price over centre, so many minutes after the epoch. */
function logAt(days: Map<Coin, number[]>, coin: Coin, elapsed: number): number {
  const { spread } = COURSES[coin]
  const day = Math.floor(elapsed / DAY_MINUTES)
  const offset = elapsed - day * DAY_MINUTES
  let [low, high] = anchors(days, coin, day)
  let from = 0
  let to = DAY_MINUTES
  while (to - from > 1 && offset !== from) {
    const middle = Math.floor((from + to) / 2)
    const wobble = (spread * Math.sqrt((to - from) / YEAR_MINUTES)) / 2
    const value = (low + high) / 2 + wobble * gauss(`${coin}|${day}|${from}|${to}`)
    if (offset < middle) {
      to = middle
      high = value
    } else {
      from = middle
      low = value
    }
  }
  return low
}

/** Where a day begins and ends; the walk is kept, since each day stands on the one before. */
function anchors(days: Map<Coin, number[]>, coin: Coin, day: number): [number, number] {
  const { spread, pull } = COURSES[coin]
  const walk = days.get(coin) ?? [0]
  days.set(coin, walk)
  while (walk.length <= day + 1) {
    const before = walk[walk.length - 1] as number
    const step = spread * Math.sqrt(DAY_MINUTES / YEAR_MINUTES) * gauss(`${coin}|day ${walk.length}`)
    walk.push(before * (1 - pull) + step)
  }
  return [walk[day] as number, walk[day + 1] as number]
}

/** A standard normal number that depends on the words alone (Box and Muller on a hash). */
function gauss(words: string): number {
  const hash = createHash('sha256').update(`candor sandbox|${words}`).digest()
  const [first, second] = [hash.readUInt32BE(0), hash.readUInt32BE(4)].map((bits) => (bits + 0.5) / 2 ** 32)
  return Math.sqrt(-2 * Math.log(first as number)) * Math.cos(2 * Math.PI * (second as number))
}
