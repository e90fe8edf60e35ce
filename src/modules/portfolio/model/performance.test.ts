import { expect, test } from 'vitest'
import { computePerformance } from './performance.ts'

test('A deposit that doubles within its time is a gain of 100%', () => {
  const flows = [{ day: '2026-01-01', amount: 100_000n }]
  expect(computePerformance(flows, 200_000n, '2026-07-01')).toEqual({
    gain: 100_000n,
    rateBps: 10_000,
    since: '2026-01-01',
  })
})

test('A payment counts for the share of the time that it was invested', () => {
  // 1,000 for 100 days and 1,000 for 50: on average 1,500, which gained 150
  const flows = [
    { day: '2026-01-01', amount: 100_000n },
    { day: '2026-02-20', amount: 100_000n },
  ]
  expect(computePerformance(flows, 215_000n, '2026-04-11')?.rateBps).toBe(1_000)
})

test('A loss is below zero, and rounds half away from zero', () => {
  const flows = [{ day: '2026-01-01', amount: 100_000n }]
  expect(computePerformance(flows, 99_995n, '2026-02-01')?.rateBps).toBe(-1)
})

test('There is no percentage on the first day, after a full payout, or before a payment', () => {
  const flows = [{ day: '2026-01-01', amount: 100_000n }]
  expect(computePerformance(flows, 100_000n, '2026-01-01')?.rateBps).toBeNull()
  expect(
    computePerformance([...flows, { day: '2026-01-01', amount: -100_000n }], 0n, '2026-02-01')
      ?.rateBps,
  ).toBeNull()
  expect(computePerformance([], 0n, '2026-02-01')).toBeNull()
})
