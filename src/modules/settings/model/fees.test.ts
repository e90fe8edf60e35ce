import { expect, test } from 'vitest'
import { toUsd } from '#lib/money.ts'
import { computeWithdrawalFee, describeWithdrawalFee } from './fees.ts'

test('The fee of a withdrawal is the flat fee of its method, whatever the amount.', () => {
  const amounts = [2_000n, 10_000n, 1_000_000n]
  expect(amounts.map((amount) => computeWithdrawalFee(amount, { withdrawalFee: 500n }))).toEqual([
    500n,
    500n,
    500n,
  ])
})

test('The fee is described in dollars before an amount is entered.', () => {
  expect(describeWithdrawalFee({ withdrawalFee: toUsd(500n) })).toBe('$5.00')
})
