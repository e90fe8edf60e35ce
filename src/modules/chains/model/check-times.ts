import { DAY_MS, MINUTE_MS } from '#lib/dates.ts'
import type { ChainName } from './payments.ts'

const SECOND_MS = 1_000

/** The pause between two checks of an address that a payment is expected at. */
export const OPEN_PAUSE_MS = 20 * SECOND_MS
export const SIMULATED_PAUSE_MS = 2 * SECOND_MS
/** The blocks of a simulated chain that settle a payment of any amount. */
export const SETTLING_BLOCKS: Readonly<Record<ChainName, number>> = {
  bitcoin: 6,
  ethereum: 17,
  tron: 5,
}
/** The blocks of about a day. */
export const DAY_BLOCKS: Readonly<Record<ChainName, number>> = {
  bitcoin: 144,
  ethereum: 7_200,
  tron: 28_800,
}
const RECENT_PAUSE_MS = 10 * MINUTE_MS
/** An address is watched for good: daily at first, then less often as it ages. */
const OLD_PAUSES = [
  { untilAgeMs: 90 * DAY_MS, pauseMs: DAY_MS },
  { untilAgeMs: 365 * DAY_MS, pauseMs: 3 * DAY_MS },
  { untilAgeMs: Number.POSITIVE_INFINITY, pauseMs: 7 * DAY_MS },
]

/** The time an address is checked often after a change at it, before every ten minutes. */
export const CHANGE_OPEN_MS = 60 * MINUTE_MS
export const CHANGE_RECENT_MS = 7 * DAY_MS

const FIRST_BACK_OFF_MS = 15 * SECOND_MS
const MAX_BACK_OFF_MS = 10 * MINUTE_MS

/** The time an address was issued, and the time until which it is checked often. */
export type CheckSchedule = {
  createdAt: Date
  openUntil: Date | null
  recentUntil: Date | null
}

/** Returns the time of the next check of an address that was checked now. */
export function computeNextCheck(schedule: CheckSchedule, now: Date, openPauseMs: number): Date {
  return new Date(now.getTime() + computePause(schedule, now, openPauseMs))
}

function computePause(
  { createdAt, openUntil, recentUntil }: CheckSchedule,
  now: Date,
  open: number,
) {
  const ageMs = now.getTime() - createdAt.getTime()
  if (openUntil ? now < openUntil : ageMs < DAY_MS) return open
  if (recentUntil ? now < recentUntil : ageMs < 8 * DAY_MS) return RECENT_PAUSE_MS

  return OLD_PAUSES.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.pauseMs ?? DAY_MS
}

/** Returns the pause after so many failed checks in a row: it doubles, up to ten minutes. */
export const computeBackOff = (failures: number): number =>
  Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(failures - 1, 10))
