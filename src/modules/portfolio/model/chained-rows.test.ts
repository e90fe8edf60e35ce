import { expect, test } from 'vitest'
import { toUsd } from '#lib/money.ts'
import { isShownAsHashed, type ShownRow } from './chained-rows.ts'

const PARTS = Array.from({ length: 17 }, (): string | null => null)
  .with(2, 'deposit_confirmed')
  .with(5, '500000')
  .with(8, '2026-11-26')
  .with(15, 'exchange:USD')
  .with(16, 'member:mem_1:cash')
const ROW: ShownRow = {
  text: JSON.stringify(PARTS),
  kind: 'deposit_confirmed',
  what: 'Deposit credited',
  day: '2026-11-26',
  debit: 'exchange:USD',
  credit: 'member:mem_1:cash',
  amount: toUsd(500_000n),
}

test('A row is shown as its hashed text says, also where the text is withheld', () => {
  expect(isShownAsHashed(ROW)).toBe(true)
  expect(isShownAsHashed({ ...ROW, text: null })).toBe(true)
})

test.each<[what: string, change: Partial<ShownRow>]>([
  ['type', { kind: 'adjusted' }],
  ['label', { what: 'Reward paid' }],
  ['date', { day: '2026-11-25' }],
  ['payer', { debit: 'custody:USD' }],
  ['payee', { credit: 'member:mem_2:cash' }],
  ['amount', { amount: toUsd(500_001n) }],
])('A row that is shown with another %s than its text is found', (_, change) => {
  expect(isShownAsHashed({ ...ROW, ...change })).toBe(false)
})
