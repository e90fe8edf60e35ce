import { expect, test } from 'vitest'
import { findObservationFault, findTipFault } from './observations.ts'
import type { ChainTip, PaymentSighting } from './payments.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const HASH = 'a'.repeat(64)
const TIP: ChainTip = { height: 100, hash: HASH, at: NOW, finalHeight: 90 }
const PAYMENT: PaymentSighting = {
  coin: 'BTC',
  txid: HASH,
  outputIndex: 0,
  address: 'bc1qmember',
  units: 1n,
  block: { height: 100, hash: HASH, at: NOW },
  replaceable: false,
  trace: 'output',
}

const findFault = (payment: Partial<PaymentSighting> = {}, completeFrom = 0) =>
  findObservationFault(
    { tip: TIP, payments: [{ ...PAYMENT, ...payment }], completeFrom },
    (coin, address) => coin === 'BTC' && address === 'bc1qmember',
    NOW,
  )

test('A newest block that can’t be right is refused, with the reason', () => {
  const find = (tip: Partial<ChainTip>) => findTipFault({ ...TIP, ...tip }, NOW)
  expect(find({})).toBeNull()
  expect(find({ finalHeight: null })).toBeNull()
  expect(find({ finalHeight: 100, at: after(120) })).toBeNull()

  for (const height of [-1, 1.5, Number.NaN, 2_000_000_001])
    expect(find({ height, finalHeight: null })).toContain('newest block is invalid')
  for (const hash of ['', 'A'.repeat(64), 'a'.repeat(63), `0x${'a'.repeat(62)}`])
    expect(find({ hash })).toContain('newest block is invalid')
  for (const finalHeight of [101, -1, 0.5])
    expect(find({ finalHeight })).toContain('final block is above')
  for (const at of [after(121), new Date(Number.NaN)])
    expect(find({ at })).toContain('in the future')
})

test('A payment that can’t be right makes the whole answer invalid', () => {
  expect(findFault()).toBeNull()
  expect(findFault({ block: null })).toBeNull()

  for (const fault of [{ coin: 'ETH' as const }, { address: 'bc1qother' }])
    expect(findFault(fault)).toContain('not asked for')
  for (const fault of [{ txid: 'x' }, { outputIndex: -1 }, { outputIndex: 0.5 }])
    expect(findFault(fault)).toContain('without a valid id')
  for (const units of [0n, -1n, 2n ** 63n]) expect(findFault({ units })).toContain('amount')

  const inBlock = (changes: object) =>
    findFault({ block: { height: 1, hash: HASH, at: NOW, ...changes } })
  for (const block of [{ height: -1 }, { hash: 'x' }, { at: new Date(Number.NaN) }])
    expect(inBlock(block)).toContain('in an invalid block')
  expect(inBlock({ height: 101 })).toContain('above its newest block')
})

test('An answer has a valid first height, a valid newest block and a limit', () => {
  for (const from of [-1, 0.5, Number.NaN]) expect(findFault({}, from)).toContain('first height')

  const observe = (tip: ChainTip, count: number) =>
    findObservationFault(
      { tip, payments: Array.from({ length: count }, () => PAYMENT), completeFrom: 0 },
      () => true,
      NOW,
    )
  expect(observe({ ...TIP, hash: 'x' }, 0)).toContain('newest block is invalid')
  expect(observe(TIP, 50_000)).toBeNull()
  expect(observe(TIP, 50_001)).toContain('more than 50000 payments')
})
