import { createHash } from 'node:crypto'
import { type Course, type InstrumentSymbol, mapInstruments, type Rate } from '../model/prices.ts'

const COURSES = mapInstruments(({ simulated }) => simulated) as Record<InstrumentSymbol, Course>
const DECIMALS = mapInstruments(({ decimals }) => decimals) as Record<InstrumentSymbol, number>
const EPOCH_MINUTE = Date.parse('2024-01-01T00:00:00Z') / 60_000
export const HOUR_MINUTES = 60
export const DAY_MINUTES = 1_440
const YEAR_MINUTES = 365 * DAY_MINUTES

/** A day's high and low are sampled every two hours. */
export const SAMPLE_MINUTES = 120
const RATE_DECIMALS = 6

export type Walks = Map<InstrumentSymbol, number[]>

/** Returns the simulated rate of an instrument at a minute. */
export function computeRate(walks: Walks, symbol: InstrumentSymbol, minute: number): Rate {
  const { centre } = COURSES[symbol]
  const decimals = DECIMALS[symbol]
  const dollars =
    centre * Math.exp(computeLogPrice(walks, symbol, Math.max(0, minute - EPOCH_MINUTE)))
  return BigInt(Math.round(dollars * 10 ** decimals)) * 10n ** BigInt(RATE_DECIMALS - decimals)
}

/** Returns the natural logarithm of price over centre, `elapsed` minutes after the epoch. */
function computeLogPrice(walks: Walks, symbol: InstrumentSymbol, elapsed: number): number {
  const { spread } = COURSES[symbol]
  const day = Math.floor(elapsed / DAY_MINUTES)
  const offset = elapsed - day * DAY_MINUTES
  let [low, high] = computeDayBounds(walks, symbol, day)
  let from = 0
  let to = DAY_MINUTES

  while (to - from > 1 && offset !== from) {
    const middle = Math.floor((from + to) / 2)
    const wobble = (spread * Math.sqrt((to - from) / YEAR_MINUTES)) / 2
    const value = (low + high) / 2 + wobble * drawGaussian(`${symbol}|${day}|${from}|${to}`)

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

/** Returns a day's first and last value; the walk is cached, since each day needs the previous. */
function computeDayBounds(walks: Walks, symbol: InstrumentSymbol, day: number): [number, number] {
  const { spread, pull } = COURSES[symbol]
  const walk = walks.get(symbol) ?? [0]
  walks.set(symbol, walk)

  while (walk.length <= day + 1) {
    const before = walk[walk.length - 1] as number
    const step =
      spread * Math.sqrt(DAY_MINUTES / YEAR_MINUTES) * drawGaussian(`${symbol}|day ${walk.length}`)
    walk.push(before * (1 - pull) + step)
  }

  return [walk[day] as number, walk[day + 1] as number]
}

/** Returns a standard normal number derived from `seed` (Box-Muller transform of a hash). */
function drawGaussian(seed: string): number {
  const hash = createHash('sha256').update(`candor sandbox|${seed}`).digest()
  const [first, second] = [hash.readUInt32BE(0), hash.readUInt32BE(4)].map(
    (bits) => (bits + 0.5) / 2 ** 32,
  )
  return Math.sqrt(-2 * Math.log(first as number)) * Math.cos(2 * Math.PI * (second as number))
}
