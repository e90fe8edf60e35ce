import { expect, test } from 'vitest'
import { DEFAULT_CONFIRMATIONS, getNeededConfirmations } from './confirmations.ts'
import { assessPayment } from './evidence.ts'
import type { ProviderEvidence } from './payment-evidence.ts'
import { computeProviderStatus } from './provider-health.ts'

const AT = new Date('2026-11-20T12:00:00Z')
const SMALL = 50_000n
const LARGE = 1_000_000n

type Showing = Partial<Omit<ProviderEvidence, 'block'>> & { height?: number; hash?: string }

const show = ({ height, hash = 'a', ...changes }: Showing = {}): ProviderEvidence => ({
  provider: 'Node A',
  simulated: false,
  status: 'ok',
  tip: { height: 100, finalHeight: null },
  shows: height === undefined ? 'mempool' : 'block',
  block: height === undefined ? null : { height, hash: hash.repeat(64), at: AT },
  replaceable: false,
  trace: 'output',
  seenAt: AT,
  goneAt: null,
  ...changes,
})
const other = (changes: Showing = {}) => show({ provider: 'Node B', ...changes })
const assess = (providers: ProviderEvidence[], cents = SMALL) =>
  assessPayment({ chain: 'bitcoin', providers }, cents)

test('The confirmations that are needed grow with the value, and are never none', () => {
  const needed = (cents: bigint) => getNeededConfirmations('bitcoin', cents)
  expect([0n, 99_999n, 100_000n, 999_999n, 1_000_000n].map(needed)).toEqual([2, 2, 3, 3, 6])
  expect(getNeededConfirmations('ethereum', 999_999n)).toBe(12)
  expect(getNeededConfirmations('ethereum', 1_000_000n)).toBe('final')
  expect(getNeededConfirmations('tron', 1n)).toBe('final')

  const none = { ...DEFAULT_CONFIRMATIONS, bitcoin: [{ fromCents: 0n, needed: 0 }] }
  expect(() => getNeededConfirmations('bitcoin', 1n, none)).toThrow('at least one confirmation')
})

test('A payment is confirmed at its number of confirmations, and not one block before', () => {
  expect(assess([show({ height: 100 })])).toMatchObject({ confirmations: 1, isConfirmed: false })
  expect(assess([show({ height: 99 })])).toMatchObject({ confirmations: 2, isConfirmed: true })
})

test('A large payment needs two providers that agree; one is not enough, and says so', () => {
  const first = show({ height: 90 })
  expect(assess([first], LARGE)).toMatchObject({ problem: 'one-provider', isConfirmed: false })
  expect(assess([first, other({ height: 90 })], LARGE)).toMatchObject({
    agreeing: 2,
    isConfirmed: true,
  })
  expect(assess([first, other({ height: 90, status: 'silent' })], LARGE)).toMatchObject({
    agreeing: 1,
    problem: null,
    isConfirmed: false,
  })
})

test('A provider that counts and does not show the block makes a payment disputed', () => {
  const first = show({ height: 95 })
  expect(assess([first, other({ shows: 'none' })]).problem).toBe('disputed')
  expect(assess([first, other({ shows: 'gone' })]).problem).toBe('disputed')
  expect(assess([first, other({ height: 95, hash: 'b' })]).problem).toBe('disputed')

  const below = { shows: 'none', tip: { height: 94, finalHeight: null } } as const
  expect(assess([first, other(below)])).toMatchObject({ problem: null, isConfirmed: true })
  expect(assess([first, other({ shows: 'none', status: 'behind' })]).isConfirmed).toBe(true)
})

test('A provider that is silent or behind confirms nothing and makes nothing disappear', () => {
  expect(assess([show({ height: 90, status: 'behind' })])).toMatchObject({
    confirmations: 0,
    isConfirmed: false,
    isGone: false,
  })
  const silent = show({ shows: 'gone', status: 'silent' })
  expect(assess([silent]).isGone).toBe(false)
  expect(assess([show({ shows: 'gone' }), other({ shows: 'gone' })]).isGone).toBe(true)
  expect(assess([show({ shows: 'gone' }), other()]).isGone).toBe(false)
})

test('A chain with finality confirms large payments in a final block only', () => {
  const tip = { height: 200, finalHeight: 120 }
  const both = (height: number) => [show({ height, tip }), other({ height, tip })]
  const assessLarge = (height: number) =>
    assessPayment({ chain: 'ethereum', providers: both(height) }, LARGE)
  expect(assessLarge(121).isConfirmed).toBe(false)
  expect(assessLarge(120).isConfirmed).toBe(true)
})

test('A provider is behind by its blocks or its tip’s age, and silent after five minutes', () => {
  const provider = {
    chain: 'bitcoin' as const,
    name: 'Node A',
    simulated: false,
    tipHeight: 100,
    tipAt: AT,
    answeredAt: AT,
    problem: null,
    isBehind: false,
  }
  const after = (minutes: number) => new Date(AT.getTime() + minutes * 60_000)
  expect(computeProviderStatus(provider, 102, AT)).toBe('ok')
  expect(computeProviderStatus(provider, 103, AT)).toBe('behind')
  expect(computeProviderStatus({ ...provider, answeredAt: after(181) }, 100, after(181))).toBe(
    'behind',
  )
  expect(computeProviderStatus(provider, 100, after(6))).toBe('silent')
  expect(computeProviderStatus({ ...provider, problem: '429' }, 100, AT)).toBe('silent')
})
