import { expect, test } from 'vitest'
import { toMonthOfPlan } from '#modules/plans/model.ts'
import { computeCoverage, computeImmediateCoverage, sumMonths } from './model.ts'

const capital = 1_000_000n
const JUNE = toMonthOfPlan({ month: '2026-06', income: 64_000n, loss: 0n, capital })
const SEPTEMBER = toMonthOfPlan({ month: '2026-09', income: 1_000n, loss: 42_000n, capital })
const OCTOBER = toMonthOfPlan({ month: '2026-10', income: 0n, loss: 0n, capital })

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

test('Months of several plans are added up, oldest first.', () => {
  expect(sumMonths([{ months: [OCTOBER, JUNE] }, { months: [SEPTEMBER, JUNE] }])).toEqual([
    { month: '2026-06', income: 128_000n, loss: 0n },
    { month: '2026-09', income: 1_000n, loss: 42_000n },
    { month: '2026-10', income: 0n, loss: 0n },
  ])
})
