import { expect, test } from 'vitest'
import { formatEvmCursor, getTargetKey, parseEvmCursor, truncateMemory } from './evm-cursor.ts'
import { planScan } from './evm-scan-plan.ts'

const LIMITS = { maxBlocks: 1_000 }
const target = (address: string, fromHeight = 10) => ({
  coin: 'USDT' as const,
  address,
  fromHeight,
})
const [ONE, OTHER] = [target('0x1'), target('0x2')]

const remember = (height: number, ...targets: [ReturnType<typeof target>, number][]) => ({
  height,
  hashes: new Map([[height, 'ab'.repeat(32)]]),
  targets: new Map(targets.map(([one, to]) => [getTargetKey(one), { to, wei: 7n }])),
})

test('the first scan begins at the earliest target and ends at the limit', () => {
  const plan = planScan([ONE, target('0x3', 50)], null, 5_000, LIMITS)
  expect(plan).toMatchObject({ to: 1_009, completeFrom: 10, lagging: null })
  expect(planScan([ONE], null, 5, LIMITS)).toMatchObject({ to: 5, completeFrom: 5 })
})

test('a later scan continues, and begins earlier for a target that was left out', () => {
  const memory = remember(100, [ONE, 100], [OTHER, 90])
  expect(planScan([ONE], memory, 120, LIMITS).main).toMatchObject({ from: 101, to: 120 })
  expect(planScan([ONE, OTHER], memory, 120, LIMITS).main).toMatchObject({ from: 91, to: 120 })
  expect(planScan([ONE, target('0x3', 60)], memory, 120, LIMITS).completeFrom).toBe(60)
  expect(planScan([ONE], memory, 100, LIMITS).main).toMatchObject({ from: 101, to: 100 })
})

test('a target that is far behind is scanned in parts and doesn’t hold the others up', () => {
  const memory = remember(5_000, [ONE, 5_000])
  const plan = planScan([ONE, OTHER], memory, 5_010, LIMITS)

  expect(plan.main).toEqual({ targets: [ONE], from: 5_001, to: 5_010 })
  expect(plan.lagging).toEqual({ targets: [OTHER], from: 10, to: 1_009 })
})

test('ETH limits a scan to 100 blocks', () => {
  const ether = { coin: 'ETH' as const, address: '0x1', fromHeight: 10 }
  expect(planScan([ether], null, 5_000, LIMITS).to).toBe(109)
})

test('the memory is stored as JSON, and a fork takes back what was above it', () => {
  const memory = remember(100, [ONE, 100], [OTHER, 90])
  const stored = JSON.parse(JSON.stringify(formatEvmCursor(memory)))

  expect(parseEvmCursor(stored)).toEqual(memory)
  expect(() => parseEvmCursor({ height: 'x' })).toThrow('can’t be read')

  const before = truncateMemory(memory, 95)
  expect(before.height).toBe(95)
  expect(before.hashes.size).toBe(0)
  expect([...before.targets.values()]).toEqual([{ to: 95 }, { to: 90, wei: 7n }])
})
