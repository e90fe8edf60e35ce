import { describe, expect, test } from 'vitest'
import { computePaymentState, type ExpectedPayment, type ObservedPayment } from './payment-state.ts'

const MINUTE = 60_000
const DUE = 1_000_000n
const at = (minute: number) => new Date(minute * MINUTE)

const expectPayment = (changes: Partial<ExpectedPayment> = {}): ExpectedPayment => ({
  dueUnits: DUE,
  toleranceBps: 50,
  lockUntil: at(20),
  watchUntil: at(24 * 60),
  state: 'awaiting',
  flag: 'none',
  ...changes,
})

const observe = (units: bigint, changes: Partial<ObservedPayment> = {}): ObservedPayment => ({
  units,
  firstSeenAt: at(5),
  isConfirmed: false,
  isGone: false,
  ...changes,
})
const CONFIRMED = { isConfirmed: true }

type Step = [payments: ObservedPayment[], minute: number]
const run = (expected: ExpectedPayment, ...steps: Step[]) =>
  steps.map(([payments, minute]) => {
    const { state, flag } = computePaymentState(expected, payments, at(minute))
    Object.assign(expected, { state, flag })
    return `${state}/${flag}`
  })

describe('A payment that is expected at an address', () => {
  test('waits, confirms and is confirmed', () =>
    expect(
      run(
        expectPayment(),
        [[], 1],
        [[observe(DUE)], 6],
        [[observe(DUE)], 8],
        [[observe(DUE, CONFIRMED)], 20],
      ),
    ).toEqual(['awaiting/none', 'confirming/none', 'confirming/none', 'confirmed/none']))

  test('counts as exact when an exchange took a fee within the tolerance', () =>
    expect(run(expectPayment(), [[observe(995_000n, CONFIRMED)], 6])).toEqual(['confirmed/none']))

  test('is partial until it is topped up', () => {
    const first = observe(400_000n)
    const rest = observe(600_000n, { ...CONFIRMED, firstSeenAt: at(9) })
    const steps: Step[] = [
      [[first], 6],
      [[{ ...first, isConfirmed: true }, rest], 10],
    ]
    expect(run(expectPayment(), ...steps)).toEqual(['awaiting/partial', 'confirmed/none'])
  })

  test('expires empty, or partial', () => {
    expect(run(expectPayment(), [[], 21])).toEqual(['expired/none'])
    expect(run(expectPayment(), [[observe(400_000n, CONFIRMED)], 21])).toEqual(['expired/partial'])
  })

  test('is late for good once it was first seen after the quote', () => {
    const late = observe(DUE, { firstSeenAt: at(30) })
    expect(
      run(expectPayment(), [[], 21], [[late], 30], [[{ ...late, isConfirmed: true }], 60]),
    ).toEqual(['expired/none', 'expired/late', 'confirmed/late'])
  })

  test('is over above the tolerance', () => {
    const step = computePaymentState(expectPayment(), [observe(1_100_000n, CONFIRMED)], at(6))
    expect(step).toMatchObject({ state: 'confirmed', flag: 'over', overUnits: 100_000n })
    const within = computePaymentState(expectPayment(), [observe(1_005_000n, CONFIRMED)], at(6))
    expect(within).toMatchObject({ state: 'confirmed', flag: 'none', overUnits: 0n })
  })

  test('is taken back by a replacement, and by a reorganisation', () => {
    const gone = observe(DUE, { isGone: true })
    expect(run(expectPayment(), [[observe(DUE)], 6], [[gone], 7])).toEqual([
      'confirming/none',
      'awaiting/none',
    ])
    expect(run(expectPayment(), [[observe(DUE, CONFIRMED)], 10], [[observe(DUE)], 11])).toEqual([
      'confirmed/none',
      'confirming/none',
    ])
  })

  test('is unconfirmed when it never confirms while it is watched', () =>
    expect(run(expectPayment(), [[observe(DUE)], 6], [[observe(DUE)], 25 * 60])).toEqual([
      'confirming/none',
      'unconfirmed/none',
    ]))

  test('is reversed when the chain gives it up after it was credited', () => {
    const credited = expectPayment({ state: 'credited' })
    const gone = observe(DUE, { ...CONFIRMED, isGone: true })
    expect(run(credited, [[observe(DUE)], 50], [[gone], 60])).toEqual([
      'credited/none',
      'reversed/none',
    ])
    expect(run(expectPayment({ state: 'refused' }), [[observe(DUE, CONFIRMED)], 60])).toEqual([
      'refused/none',
    ])
  })
})
