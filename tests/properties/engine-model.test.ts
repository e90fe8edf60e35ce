import { expect, test, vi } from 'vitest'
import { stepsFrom, walk, type Tally } from '../support/engine-walk.ts'

vi.mock('#lib/ids.ts', async () => ({ newId: (await import('../support/engine-random.ts')).seededId }))

test('try', async () => {
  const tally: Tally = new Map()
  for (let seed = 1; seed < 4; seed++) {
    const begun = performance.now()
    const n = await walk(seed, stepsFrom(seed, 300), tally)
    console.log(seed, n, performance.now() - begun)
  }
  console.log(Object.fromEntries([...tally].sort()))
  expect(1).toBe(1)
}, 300_000)
