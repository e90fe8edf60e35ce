import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutCents, expandValue, MIN_SLIPS, planSlips, SLIP_VALUES } from './slip-values.ts'

const cut = (cents: number) => {
  const indexes: number[] = []
  cutCents(cents, (index) => indexes.push(index))
  return indexes
}
const getValue = (index: number) => SLIP_VALUES[index] ?? Number.NaN
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const countSlips = (balances: readonly number[]) => {
  const counts = SLIP_VALUES.map(() => 0)
  for (const index of balances.flatMap(cut)) counts[index] = (counts[index] ?? 0) + 1
  return counts
}

test('Values ascend, and the slips of an amount add up to it', () => {
  expect([...SLIP_VALUES].sort((a, b) => a - b)).toEqual(SLIP_VALUES)
  expect(cut(0)).toEqual([])
  expect(cut(1_234_567_89).map(getValue)).toEqual([89, 6_700, 450_000, 23_000_000, 100_000_000])
  fc.assert(
    fc.property(fc.oneof(fc.nat(2_000_000_000), fc.maxSafeNat()), (cents) => {
      expect(sum(cut(cents).map(getValue))).toBe(cents)
    }),
  )
})

test('Whatever the balances, a published value has five slips or more, and no cent is lost', () => {
  const balances = fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 0, max: 50_000_000_000 }),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(balances, (cents) => {
      const counts = planSlips(countSlips(cents))
      const total = sum(cents)
      const published = counts.filter((count) => count > 0)
      if (total >= MIN_SLIPS) expect(Math.min(MIN_SLIPS, ...published)).toBe(MIN_SLIPS)
      expect(sum(counts.map((count, index) => count * getValue(index)))).toBe(total)

      const again = SLIP_VALUES.map(() => 0)
      for (const index of cents.flatMap(cut))
        for (const [piece, times] of expandValue(index, counts))
          again[piece] = (again[piece] ?? 0) + times
      expect(again).toEqual(counts)
    }),
  )
})

test('One rich member among few is not cut into millions of slips', () => {
  const balances = [...Array.from({ length: 300 }, (_, at) => 10_000 + at * 777), 500_000_000_00]
  const counts = planSlips(countSlips(balances))
  expect(sum(counts)).toBeLessThan(3_000)
})
