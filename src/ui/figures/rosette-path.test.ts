import { expect, test } from 'vitest'
import { buildRosetteShape } from './rosette-path.ts'

const HASH = '9f3c41d2a7be60518c04e7712fd9ab36e5810c4477be12f0a98d63c51e2b7704'

test('The same hash always gives the same lines.', () => {
  expect(buildRosetteShape(HASH, 1)).toEqual(buildRosetteShape(HASH, 1))
})

test('Changing one of the first eight bytes changes the lines.', () => {
  for (let byte = 0; byte < 8; byte++) {
    const at = byte * 2
    const other = HASH.slice(0, at) + (HASH.startsWith('00', at) ? '01' : '00') + HASH.slice(at + 2)
    expect(buildRosetteShape(other, 1)).not.toEqual(buildRosetteShape(HASH, 1))
  }
})

test('A smaller rosette has fewer lines of the same shape.', () => {
  const [small, large] = [buildRosetteShape(HASH, 0.34), buildRosetteShape(HASH, 1)]
  expect(small.outer.path).toBe(large.outer.path)
  expect(small.outer.rotations.length).toBeLessThan(large.outer.rotations.length)
})
