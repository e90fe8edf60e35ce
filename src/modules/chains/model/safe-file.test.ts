import { expect, test } from 'vitest'
import { buildPayoutCsv, buildSafeFile, computeSafeChecksum, type SafeFile } from './safe-file.ts'

const TO = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

const LINES = [
  { reference: 'wdr_1', coin: 'USDT' as const, address: TO, units: 100_500_000n },
  { reference: 'wdr_2', coin: 'ETH' as const, address: TO, units: 250_000_001n },
]
const build = () =>
  buildSafeFile({
    name: 'Payouts of 20 November',
    chainId: 1n,
    usdt: USDT,
    safeAddress: '0xDF8a1Ce35c9a6ACE153B4e0767942f1E2291a1Aa',
    createdAt: new Date('2026-11-20T12:00:00Z'),
    lines: LINES,
  })

test('the checksum is the one that Safe’s Transaction Builder computes', () => {
  const method = (name: string, type: string, parameter: string) => ({
    inputs: [{ internalType: type, name: parameter, type }],
    name,
    payable: false,
  })
  // the file and the checksum of the builder's own test
  const published = {
    version: '1.0',
    chainId: '4',
    createdAt: 1646321521061,
    meta: {
      name: 'test batch file',
      txBuilderVersion: '1.4.0',
      createdFromSafeAddress: '0xDF8a1Ce35c9a6ACE153B4e0767942f1E2291a1Aa',
      createdFromOwnerAddress: TO,
    },
    transactions: [
      {
        to: TO,
        value: '0',
        contractMethod: method('testAddress', 'address', 'paramAddress'),
        contractInputsValues: { paramAddress: TO },
      },
      {
        to: TO,
        value: '0',
        contractMethod: method('testBool', 'bool', 'paramBool'),
        contractInputsValues: { paramAddress: '', paramBool: 'false' },
      },
      {
        to: TO,
        value: '2000000000000000000',
        data: '0x42f4579000000000000000000000000049d4450977e2c95362c13d3a31a09311e0ea26a6',
      },
    ],
  }

  expect(computeSafeChecksum(published as unknown as SafeFile)).toBe(
    '0x86c81826dbf7e8a37612153294cc85fdf5c81998dd0a44b86d945502a7eace7c',
  )
})

test('a file pays ETH as a value in wei and USDT by the token’s transfer', () => {
  const file = build()

  expect(file.transactions).toEqual([
    {
      to: USDT,
      value: '0',
      data:
        '0xa9059cbb00000000000000000000000049d4450977e2c95362c13d3a31a09311e0ea26a6' +
        '0000000000000000000000000000000000000000000000000000000005fd8220',
    },
    { to: TO, value: '250000001000000000', data: null },
  ])
  expect(file).toMatchObject({ version: '1.0', chainId: '1', createdAt: 1_795_176_000_000 })
})

test('the checksum stays with another name and changes with any line', () => {
  const file = build()
  const { checksum, ...meta } = file.meta
  const [first, second] = file.transactions

  expect(computeSafeChecksum(file)).toBe(checksum)
  expect(computeSafeChecksum({ ...file, meta: { ...meta, name: 'Renamed' } })).toBe(checksum)
  for (const transactions of [
    [second, first],
    [first],
    [first, { ...second, value: '250000001000000001' }],
  ])
    expect(computeSafeChecksum({ ...file, transactions } as SafeFile)).not.toBe(checksum)
})

test('a line without an amount, for Bitcoin or to no address makes no file', () => {
  const [line] = LINES
  for (const change of [{ units: 0n }, { coin: 'BTC' as const }, { address: 'TR7NHqjeKQxGTCi8' }])
    expect(() =>
      buildSafeFile({
        name: '',
        chainId: 1n,
        usdt: USDT,
        safeAddress: '',
        createdAt: new Date(0),
        lines: [{ ...(line as (typeof LINES)[number]), ...change }],
      }),
    ).toThrow()
})

test('the same lines leave as comma-separated values in whole units', () => {
  expect(buildPayoutCsv(LINES)).toBe(
    'reference,coin,address,amount\r\n' +
      `wdr_1,USDT,${TO},100.500000\r\n` +
      `wdr_2,ETH,${TO},0.250000001\r\n`,
  )
})
