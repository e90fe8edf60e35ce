import { expect, test } from 'vitest'
import { getNodeHeight as getHeightOffline } from '../../../../scripts/verify-proof.mjs'
import { getNodeHeight } from './slips.ts'

test('Few nodes of a small tree are published, more of a large one, offline alike', () => {
  const heights = [
    [0, 0],
    [4_096, 0],
    [4_097, 1],
    [2_097_152, 9],
    [2_097_153, 9],
    [8_388_608, 9],
    [8_388_609, 10],
    [70_000_000, 13],
  ] as const

  for (const [size, height] of heights) {
    expect(getNodeHeight(size), `of ${size}`).toBe(height)
    expect(getHeightOffline(size), `of ${size}, offline`).toBe(height)
  }
})
