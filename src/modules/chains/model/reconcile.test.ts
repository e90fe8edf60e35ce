import { expect, test } from 'vitest'
import type { PaymentSighting } from './payments.ts'
import { type KnownPayment, type KnownSighting, type Observed, reconcile } from './reconcile.ts'

const AT = new Date('2026-11-20T12:00:00Z')
const block = (height: number, hash = 'a') => ({ height, hash: hash.repeat(64), at: AT })

const sight = (changes: Partial<PaymentSighting> = {}): PaymentSighting => ({
  coin: 'BTC',
  txid: 'c'.repeat(64),
  outputIndex: 0,
  address: 'bc1qmember',
  units: 100n,
  block: null,
  replaceable: false,
  trace: 'output',
  ...changes,
})

const know = (sighting: Partial<KnownSighting> | null = {}): KnownPayment => ({
  ...sight(),
  id: 'pay_known',
  firstSeenAt: AT,
  sighting: sighting && {
    block: null,
    replaceable: false,
    trace: 'output',
    goneAt: null,
    ...sighting,
  },
})

const observe = (changes: Partial<Observed> = {}): Observed => ({
  tipHeight: 100,
  completeFrom: 90,
  payments: [],
  ...changes,
})

const listGone = (known: KnownPayment, changes: Partial<Observed> = {}) =>
  reconcile([known], observe(changes)).gone.length

test('A payment that is no longer listed is gone only where the answer covers its block', () => {
  expect(listGone(know({ block: block(89) }))).toBe(0)
  expect(listGone(know({ block: block(90) }))).toBe(1)
  expect(listGone(know({ block: block(100) }))).toBe(1)
  expect(listGone(know({ block: block(101) }))).toBe(0)
  expect(listGone(know())).toBe(1)
})

test('An answer about one payment says nothing of others; a lost one is lost once', () => {
  expect(listGone(know({ block: block(95) }), { completeFrom: null })).toBe(0)
  expect(listGone(know(), { completeFrom: null })).toBe(0)
  expect(listGone(know({ goneAt: AT }))).toBe(0)
  expect(listGone(know(null))).toBe(0)
})

test.each<[string, Partial<KnownSighting>, Partial<PaymentSighting>]>([
  ['came back', { goneAt: AT }, {}],
  ['entered a block', {}, { block: block(95) }],
  ['left its block', { block: block(95) }, {}],
  ['is in another block', { block: block(95) }, { block: block(95, 'b') }],
  ['is in a block of another height', { block: block(95) }, { block: block(96) }],
  ['can no longer be replaced', { replaceable: true }, {}],
  ['is found otherwise', { trace: 'balance' }, {}],
])('A payment that %s has changed', (_, before, now) => {
  const { changedSightings, gone } = reconcile([know(before)], observe({ payments: [sight(now)] }))
  expect([changedSightings.length, gone.length]).toEqual([1, 0])
})

test('A payment that is shown as before is no change', () => {
  const { newPayments, newSightings, changedSightings, gone } = reconcile(
    [know({ block: block(95) })],
    observe({ payments: [sight({ block: block(95) })] }),
  )
  expect([newPayments, newSightings, changedSightings, gone]).toEqual([[], [], [], []])
})

test('A payment that another provider showed before is no new payment', () => {
  const { newPayments, newSightings } = reconcile([know(null)], observe({ payments: [sight()] }))
  expect([newPayments.length, newSightings.length]).toEqual([0, 1])
})

test.each<Partial<PaymentSighting>>([
  { units: 101n },
  { outputIndex: 1 },
  { address: 'bc1qother' },
  { txid: 'd'.repeat(64) },
  { coin: 'USDT' },
])('What pays otherwise is a payment of its own: %o', (other) => {
  const known = know({ block: block(95) })
  const { newPayments, gone } = reconcile([known], observe({ payments: [sight(other)] }))
  expect([newPayments.length, gone.length]).toEqual([1, 1])
})
