import { expect, test } from 'vitest'
import { type PayoutInput, selectInputs } from './bitcoin-selection.ts'

/** A script of p2wpkh, and one of p2tr. */
const SHORT = new Uint8Array(22)
const LONG = new Uint8Array(34)
/** 10 satoshis a virtual byte. */
const FEE_RATE = 10_000n
const DUST = 294n

const createInput = (units: bigint, txid = 'a', outputIndex = 0): PayoutInput => ({
  txid,
  outputIndex,
  units,
  step: { chain: 0, index: 0 },
  rawHex: '',
})

const select = (params: Partial<Parameters<typeof selectInputs>[0]> = {}) =>
  selectInputs({
    required: [],
    available: [createInput(100_000n)],
    outputs: [{ script: SHORT, units: 50_000n }],
    changeScript: SHORT,
    scriptType: 'p2wpkh',
    feeRate: FEE_RATE,
    dustUnits: DUST,
    ...params,
  })

test('the fee is that of the largest size, and what is left of the inputs is the change', () => {
  // 58 without inputs and outputs, 272 for the input, 124 for each output: 144.5 bytes
  expect(select()).toMatchObject({ virtualSize: 145, feeUnits: 1_450n, changeUnits: 48_550n })
  // 230 for the input, 172 for each output: 158 bytes
  const taproot = select({
    scriptType: 'p2tr',
    changeScript: LONG,
    outputs: [{ script: LONG, units: 50_000n }],
  })
  expect(taproot).toMatchObject({ virtualSize: 158, feeUnits: 1_580n, changeUnits: 48_420n })
})

test('a fee is rounded up to a satoshi', () => {
  expect(select({ feeRate: 1_001n })).toMatchObject({ feeUnits: 146n })
})

test('change that is not worth an output is part of the fee', () => {
  const smallest = 50_000n + 1_450n + DUST
  expect(select({ available: [createInput(smallest)] })).toMatchObject({
    changeUnits: DUST,
    feeUnits: 1_450n,
    virtualSize: 145,
  })
  expect(select({ available: [createInput(smallest - 1n)] })).toMatchObject({
    changeUnits: 0n,
    feeUnits: smallest - 1n - 50_000n,
    virtualSize: 114,
  })
})

test('inputs that just cover outputs and fee are enough, and one satoshi less is too little', () => {
  const exact = 50_000n + 1_140n
  expect(select({ available: [createInput(exact)] })).toMatchObject({
    changeUnits: 0n,
    feeUnits: 1_140n,
  })
  expect(() => select({ available: [createInput(exact - 1n)] })).toThrow(
    'The account has 51139 satoshis to spend, and the payout needs 51140 with its fee.',
  )
})

test('the largest inputs are chosen first, equal ones by their id, and required ones always', () => {
  const [small, large] = [createInput(20_000n, 'c'), createInput(60_000n, 'b')]
  const equal = createInput(60_000n, 'b', 1)

  expect(select({ available: [small, equal, large] }).inputs).toEqual([large])
  expect(select({ available: [equal, small, large], required: [small] }).inputs).toEqual([
    small,
    large,
  ])
  expect(select({ available: [large], required: [createInput(90_000n, 'd')] }).inputs).toHaveLength(
    1,
  )
})

test('a transaction that would not be relayed is refused', () => {
  const available = Array.from({ length: 2_000 }, (_, index) => createInput(10_000n, 'a', index))
  const outputs = [{ script: SHORT, units: 14_500_000n }]
  expect(() => select({ available, outputs })).toThrow('too many inputs')
})
