import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#lib/dates.ts'
import { type CheckSchedule, computeBackOff, computeNextCheck } from './check-times.ts'

const OPEN_MS = 20_000
const createdAt = new Date('2026-01-01T00:00:00Z')

const computePauseAt = (ageMs: number, schedule: Partial<CheckSchedule> = {}) => {
  const now = new Date(createdAt.getTime() + ageMs)
  const next = computeNextCheck(
    { createdAt, openUntil: null, recentUntil: null, ...schedule },
    now,
    OPEN_MS,
  )
  return next.getTime() - now.getTime()
}

test('an address is checked often for a day, for a week every ten minutes, then less and less', () => {
  expect(computePauseAt(DAY_MS - 1)).toBe(OPEN_MS)
  expect(computePauseAt(DAY_MS)).toBe(10 * MINUTE_MS)
  expect(computePauseAt(8 * DAY_MS - 1)).toBe(10 * MINUTE_MS)
  expect(computePauseAt(8 * DAY_MS)).toBe(DAY_MS)
  expect(computePauseAt(90 * DAY_MS - 1)).toBe(DAY_MS)
  expect(computePauseAt(90 * DAY_MS)).toBe(3 * DAY_MS)
  expect(computePauseAt(365 * DAY_MS)).toBe(7 * DAY_MS)
})

test('after a change at an old address it is checked often again', () => {
  const [openUntil, recentUntil] = [100, 107].map(
    (days) => new Date(createdAt.getTime() + days * DAY_MS),
  ) as [Date, Date]
  const schedule = { openUntil, recentUntil }

  expect(computePauseAt(100 * DAY_MS - 1, schedule)).toBe(OPEN_MS)
  expect(computePauseAt(100 * DAY_MS, schedule)).toBe(10 * MINUTE_MS)
  expect(computePauseAt(107 * DAY_MS, schedule)).toBe(3 * DAY_MS)
})

test('the pause after failed checks doubles, up to ten minutes', () => {
  expect([1, 2, 3, 6, 7, 500].map(computeBackOff)).toEqual([
    15_000, 30_000, 60_000, 480_000, 600_000, 600_000,
  ])
})
