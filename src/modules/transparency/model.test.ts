import { expect, test } from 'vitest'
import {
  computeCoverage,
  computeImmediateCoverage,
  findWorstAndBest,
  type OpenPlan,
  sumMonths,
} from './model.ts'

const JUNE = { month: '2026-06', income: 64_000n, loss: 0n }
const SEPTEMBER = { month: '2026-09', income: 1_000n, loss: 42_000n }
const OCTOBER = { month: '2026-10', income: 0n, loss: 0n }

test('Coverage is never rounded up to a whole dollar.', () => {
  expect(computeCoverage(999_999n, 1_000_000n)).toBe(99n)
  expect(computeCoverage(1_000_000n, 1_000_000n)).toBe(100n)
  expect(computeCoverage(5n, 0n)).toBeNull()
})

test('Immediate coverage is limited by custody and by 100 %.', () => {
  expect(computeImmediateCoverage(333n, 1_000n)).toBe(33n)
  expect(computeImmediateCoverage(5_000n, 1_000n)).toBe(100n)
  expect(computeImmediateCoverage(0n, 0n)).toBe(100n)
})

test('The worst month is the one with the loss, and a month without income counts.', () => {
  expect(findWorstAndBest([JUNE, SEPTEMBER, OCTOBER])).toEqual({ worst: SEPTEMBER, best: JUNE })
  expect(findWorstAndBest([JUNE, OCTOBER])).toEqual({ worst: OCTOBER, best: JUNE })
  expect(findWorstAndBest([])).toBeNull()
})

test('Months of several plans are added up, oldest first.', () => {
  const plans = [
    { months: [OCTOBER, JUNE] },
    { months: [SEPTEMBER, JUNE] },
  ] as unknown as OpenPlan[]
  expect(sumMonths(plans)).toEqual([{ ...JUNE, income: 128_000n }, SEPTEMBER, OCTOBER])
})
