import { expect, test } from 'vitest'
import {
  buildDepositTimeline,
  buildPaymentUri,
  computeDepositStatus,
  computeInvestedCents,
  findEvidenceProblem,
  findUniqueAmount,
  formatCoinAmount,
  MAX_UNITS_ADDED,
} from './model.ts'

test('five hundred quotes of one amount stay distinct by adding the fewest units', () => {
  const taken = new Set<bigint>()
  for (let n = 0n; n < 500n; n++) {
    const amount = findUniqueAmount(250_000_000n, taken)
    expect(amount).toBe(250_000_000n + n)
    if (amount) taken.add(amount)
  }
})

test('a full range is refused rather than shared', () => {
  const taken = new Set(Array.from({ length: Number(MAX_UNITS_ADDED) + 1 }, (_, n) => BigInt(n)))
  expect(findUniqueAmount(0n, taken)).toBeNull()
})

test('a wallet reads the address and the exact amount', () => {
  expect(formatCoinAmount(1_230_000n, 'BTC')).toBe('0.0123')
  expect(formatCoinAmount(100_000_000n, 'BTC')).toBe('1')
  expect(buildPaymentUri('BTC', 'bc1qx', 1_029_618n)).toBe('bitcoin:bc1qx?amount=0.01029618')
  expect(buildPaymentUri('ETH', '0xA', 1_500_000_000n)).toBe('0xA')
  expect(buildPaymentUri('USDT', '0xA', 1_000_000n)).toBe('0xA')
})

test('below the minimum nothing is invested, above the maximum the rest stays cash', () => {
  const plan = { minAmount: 100_000n, maxAmount: 1_000_000n }
  expect(computeInvestedCents(99_999n, plan)).toBe(0n)
  expect(computeInvestedCents(100_000n, plan)).toBe(100_000n)
  expect(computeInvestedCents(1_000_003n, plan)).toBe(1_000_000n)
})

const quoted = {
  createdAt: new Date('2026-11-20T10:00:00Z'),
  expiresAt: new Date('2026-11-20T10:20:00Z'),
  submittedAt: null,
  proved: false,
  decidedAt: null,
  reason: null,
  status: 'awaiting_payment' as const,
}

test('a quote is expired from its last instant on, whether or not a job has said so', () => {
  expect(computeDepositStatus(quoted, new Date('2026-11-20T10:19:59Z'))).toBe('awaiting_payment')
  expect(computeDepositStatus(quoted, new Date('2026-11-20T10:20:00Z'))).toBe('expired')
  expect(
    computeDepositStatus({ ...quoted, status: 'pending' }, new Date('2026-11-20T11:00:00Z')),
  ).toBe('pending')
})

test('the timeline shows a payment after the quote had ended, and the decision', () => {
  const late = {
    ...quoted,
    status: 'rejected' as const,
    proved: true,
    submittedAt: new Date('2026-11-20T10:40:00Z'),
    decidedAt: new Date('2026-11-20T11:00:00Z'),
    reason: 'Nothing arrived at the address.',
    reversedAt: null,
  }

  expect(
    buildDepositTimeline(late, new Date('2026-11-20T12:00:00Z')).map((step) => step.what),
  ).toEqual(['Quote created', 'Quote expired', 'Proof of payment uploaded', 'Rejected'])
})

test('a payment is credited on evidence only if the providers saw it, agree and answered lately', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const payment = {
    confirmations: 12,
    needed: 12,
    settled: true,
    gone: false,
    disputed: false,
    neededProviders: 2,
    providers: ['one', 'two'],
    answeredAt: minutesAgo(5),
  }
  const findCode = (...changes: Partial<typeof payment>[]) =>
    findEvidenceProblem(
      changes.map((change) => ({ ...payment, ...change })),
      now,
    )?.code ?? null

  expect(findCode({})).toBeNull()
  expect(findCode({ gone: true, disputed: true })).toBe('payment_gone')
  expect(findCode({ disputed: true })).toBe('evidence_disputed')
  expect(findCode({ answeredAt: minutesAgo(6) })).toBe('evidence_unknown')
  expect(findCode({ settled: false, providers: ['one'] })).toBe('not_confirmed_yet')
  expect(findCode({ settled: false, confirmations: 11 })).toBe('not_confirmed_yet')
  expect(findCode({}, { disputed: true })).toBe('evidence_disputed')
})
