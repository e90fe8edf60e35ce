import { expect, test } from 'vitest'
import { computeBehindBytes, describeArchiveProblem } from './log-archive.ts'

const MEGABYTE = 2n ** 20n
const GOOD = { isFailing: false, ageSeconds: 900, behindBytes: 1024n * MEGABYTE }

test('A failing archive, a silent one and one that is a gigabyte behind are problems.', () => {
  expect(describeArchiveProblem(GOOD)).toBeNull()
  expect(describeArchiveProblem({ ...GOOD, behindBytes: null })).toBeNull()

  expect(describeArchiveProblem({ ...GOOD, isFailing: true })).toBe(
    'The last attempt failed. Changes from the last 15 minutes can’t be restored.',
  )
  expect(describeArchiveProblem({ ...GOOD, ageSeconds: 901 })).toBe(
    'Nothing was archived for 15 minutes. Changes since then can’t be restored.',
  )
  expect(describeArchiveProblem({ ...GOOD, behindBytes: 1025n * MEGABYTE })).toBe(
    '1074 MB of the database log on its disk aren’t archived yet.',
  )
})

test('The bytes that wait are those of the complete segments after the last archived one.', () => {
  const behind = (archived: string, current: string, segment = 16n) =>
    computeBehindBytes(archived, current, segment * MEGABYTE)

  expect(behind('00000001000000000000000A', '00000001000000000000000B')).toBe(0n)
  expect(behind('00000001000000000000000A', '00000001000000000000000A')).toBe(0n)
  expect(behind('0000000100000000000000FE', '000000020000000100000001')).toBe(32n * MEGABYTE)
  expect(behind('00000001000000000000003E', '000000010000000100000001', 64n)).toBe(128n * MEGABYTE)
  expect(behind('00000001000000000000000A.00000028.backup', '00000001000000000000000C')).toBe(
    16n * MEGABYTE,
  )
  expect(behind('00000002.history', '00000002000000000000000A')).toBeNull()
  expect(behind('', '00000001000000000000000A')).toBeNull()
})
