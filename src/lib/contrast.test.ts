import { expect, test } from 'vitest'
import { computeContrast } from './contrast.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#111f2e', '#edf5ee', 15.01],
  ['#2545a9', '#edf5ee', 7.55],
  ['#586b73', '#edf5ee', 5.02],
])('%s on %s is as far apart as the visual direction measured', (one, other, ratio) => {
  expect(computeContrast(one, other)).toBeCloseTo(ratio, 1)
  expect(computeContrast(other, one)).toBeCloseTo(ratio, 1)
})
