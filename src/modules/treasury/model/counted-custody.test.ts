import { expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { computeCountedUnits, findConfirmation, OUTSIDE_MAX_AGE_DAYS } from './counted-custody.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const outside = (units: bigint, difference = 0n, days = 0) => ({
  units,
  difference,
  asOf: daysAgo(days),
})
const custody = (
  held: bigint,
  stated: ReturnType<typeof outside> | null,
  { broken = stated?.difference ?? 0n, openedDaysAgo = 100 } = {},
) => ({
  held,
  openedAt: daysAgo(openedDaysAgo),
  outside: stated,
  openBreak: broken === 0n ? null : { latest: { difference: broken } },
})
const count = (...args: Parameters<typeof custody>) => computeCountedUnits(custody(...args), NOW)
const confirm = (...args: Parameters<typeof custody>) => findConfirmation(custody(...args), NOW)

test('What agreed with the outside counts by the ledger, with what moved since.', () => {
  expect(confirm(1_500n, outside(1_000n))).toBe('agrees')
  expect(count(1_500n, outside(1_000n))).toBe(1_500n)
  expect(count(700n, outside(1_000n, 0n, OUTSIDE_MAX_AGE_DAYS))).toBe(700n)
})

test('While outside and ledger differ, the lower counts, in either direction.', () => {
  expect(confirm(1_000n, outside(100n, -900n))).toBe('break')
  expect(count(1_000n, outside(100n, -900n))).toBe(100n)
  expect(count(1_000n, outside(5_000n, 4_000n))).toBe(1_000n)
})

test('What was missing stays missing after money went out.', () => {
  expect(count(400n, outside(900n, -100n))).toBe(300n)
  expect(count(2_000n, outside(900n, -100n))).toBe(900n)
})

test('An explanation changes nothing about what counts.', () => {
  expect(confirm(1_000n, outside(100n, -900n), { broken: 0n })).toBe('explained')
  expect(count(1_000n, outside(100n, -900n), { broken: 0n })).toBe(100n)
})

test('An outside figure that is too old confirms no more than it said.', () => {
  const old = outside(1_000n, 0n, OUTSIDE_MAX_AGE_DAYS + 0.01)
  expect(confirm(1_500n, old)).toBe('old')
  expect(count(1_500n, old)).toBe(1_000n)
  expect(count(700n, old)).toBe(700n)
})

test('A place that was never compared counts for some days, and then for nothing.', () => {
  expect(confirm(500n, null)).toBe('not-stated')
  expect(count(500n, null, { openedDaysAgo: OUTSIDE_MAX_AGE_DAYS })).toBe(500n)
  expect(count(500n, null, { openedDaysAgo: OUTSIDE_MAX_AGE_DAYS + 0.01 })).toBe(0n)
  expect(count(-5n, null)).toBe(-5n)
})
