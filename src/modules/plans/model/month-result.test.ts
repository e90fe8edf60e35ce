import { expect, test } from 'vitest'
import { findWorstAndBest, type MonthAmounts, toMonthOfPlan } from './month-result.ts'

const build = (month: string, result: Partial<MonthAmounts>) =>
  toMonthOfPlan({ month, income: 0n, loss: 0n, capital: 0n, ...result })

const JUNE = build('2026-06', { income: 64_000n, capital: 2_200_000n })
const JULY = build('2026-07', { capital: 2_200_000n })
const SEPTEMBER = build('2026-09', { income: 1_000n, loss: 42_000n, capital: 2_200_000n })

test('a result is a share of average capital, rounded down, so no loss reads as zero', () => {
  expect(JUNE.rateBps).toBe(290)
  expect(SEPTEMBER.rateBps).toBe(-187)
  expect(build('2026-10', { loss: 1n, capital: 99_999_999n }).rateBps).toBe(-1)
  expect(build('2026-10', { loss: 100n, capital: 10_000n }).rateBps).toBe(-100)
  expect(build('2026-10', { income: 1n, capital: 99_999_999n }).rateBps).toBe(0)
})

test('a month without capital has no rate, and is neither the worst nor the best', () => {
  const empty = build('2026-05', { income: 500n })
  expect(empty.rateBps).toBeNull()
  expect(findWorstAndBest([empty])).toBeNull()
  expect(findWorstAndBest([empty, JUNE])).toEqual({ worst: JUNE, best: JUNE })
})

test('a month without income is the worst month of a plan that never lost', () => {
  expect(findWorstAndBest([JUNE, JULY])).toEqual({ worst: JULY, best: JUNE })
  expect(findWorstAndBest([JUNE, JULY, SEPTEMBER])).toEqual({ worst: SEPTEMBER, best: JUNE })
})

test('months compare by their share of the capital, not by their dollars', () => {
  const small = build('2026-01', { loss: 5_000n, capital: 50_000n })
  const large = build('2026-02', { loss: 90_000n, capital: 9_000_000n })
  expect(findWorstAndBest([large, small])?.worst).toBe(small)
})

test('of equal months the earliest is named', () => {
  const august = build('2026-08', { capital: 10_000n })
  expect(findWorstAndBest([JULY, august])).toEqual({ worst: JULY, best: JULY })
})
