import { expect, test } from 'vitest'
import { TRANSFER_TYPES } from '#modules/ledger/model.ts'
import {
  assertAddsUp,
  computePresetPeriod,
  computeValueChange,
  getTransferTypeLabel,
  sumExpectedReturns,
} from './model.ts'

test('what a position accrued is due from the day its term ends, and never counted twice', () => {
  const unsettled = { maturedOn: null, returnDue: 0n, returnPaid: 0n }
  const positions = [
    { accrued: 100n, maturesOn: '2026-11-20', ...unsettled },
    { accrued: 30n, maturesOn: '2026-11-21', ...unsettled },
  ]
  expect(sumExpectedReturns(positions, '2026-11-20')).toEqual({ accrued: 30n, due: 100n })
  expect(sumExpectedReturns(positions, '2026-11-19')).toEqual({ accrued: 130n, due: 0n })
})

test('of what fell due the part that was paid is due no more', () => {
  const matured = {
    accrued: 100n,
    maturesOn: '2026-11-20',
    maturedOn: '2026-11-20',
    returnDue: 100n,
  }

  expect(sumExpectedReturns([{ ...matured, returnPaid: 40n }], '2026-11-20')).toEqual({
    accrued: 0n,
    due: 60n,
  })

  expect(sumExpectedReturns([{ ...matured, returnPaid: 100n }], '2026-11-30')).toEqual({
    accrued: 0n,
    due: 0n,
  })
})

test('a return changes the portfolio value, and what moves between own accounts does not', () => {
  const row = (debit: string, credit: string) =>
    computeValueChange({ debit, credit, amount: 5n }, 'mem_a')
  expect(row('exchange:USD', 'member:mem_a:cash')).toBe(5n)
  expect(row('member:mem_a:cash', 'member:mem_a:principal')).toBe(0n)
  expect(row('plan:pln_a:income', 'member:mem_a:profit')).toBe(5n)
  expect(row('member:mem_a:cash', 'member:mem_a:hold_cash')).toBe(0n)
  expect(row('member:mem_a:hold_cash', 'exchange:USD')).toBe(-5n)
  expect(row('exchange:USD', 'member:mem_b:cash')).toBe(0n)
})

test('every kind of row has words that a member can read', () => {
  for (const kind of TRANSFER_TYPES) expect(getTransferTypeLabel(kind)).toMatch(/^[A-Za-z ]+$/)
})

test('a statement that doesn’t add up is never shown', () => {
  const balances = { cash: 5n, principal: 0n, profit: 0n, held: 0n }
  const opening = { ...balances, cash: 0n }
  expect(() => assertAddsUp(opening, [{ moves: balances }], balances)).not.toThrow()
  expect(() => assertAddsUp(opening, [{ moves: { ...balances, held: 1n } }], balances)).toThrow(
    /held comes to 1/,
  )
  expect(() => assertAddsUp(opening, [], balances)).toThrow(/cash comes to 0/)
})

test('presets are whole months and years, as far as they have come', () => {
  expect(computePresetPeriod('last-month', '2024-03-31')).toEqual({
    from: '2024-02-01',
    to: '2024-02-29',
  })
  expect(computePresetPeriod('this-month', '2026-11-20')).toEqual({
    from: '2026-11-01',
    to: '2026-11-20',
  })
  expect(computePresetPeriod('this-year', '2026-11-20')).toEqual({
    from: '2026-01-01',
    to: '2026-11-20',
  })
  expect(computePresetPeriod('last-year', '2026-01-01')).toEqual({
    from: '2025-01-01',
    to: '2025-12-31',
  })
  expect(computePresetPeriod('last-month', '2026-01-15')).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
  })
})
