import { expect, test, vi } from 'vitest'
import { ANSWERS, EVENTS, OPENING, STORY } from '../support/engine-story.ts'
import { stepsFrom, walk, type Tally } from '../support/engine-walk.ts'

vi.mock('#lib/ids.ts', async () => ({ newId: (await import('../support/engine-random.ts')).seededId }))

test('try', async () => {
  const tally: Tally = new Map()
  const T = performance.now()
  const happened = new Set<string>()
  await walk(1, [...OPENING, ...STORY], tally, (house) => { for (const e of house.model.happened) happened.add(e) })
  console.log(performance.now() - T)
  const wanted = Object.entries(ANSWERS).flatMap(([kind, answers]) => answers.split(' ').map((answer) => `${kind} ${answer}`))
  console.log(wanted.filter((one) => !tally.has(one)), EVENTS.filter((one) => !happened.has(one)), [...tally.keys()].filter((one) => !wanted.includes(one)))
  for (let seed = 1; seed < 4; seed++) {
    const begun = performance.now()
    const n = await walk(seed, [...OPENING, ...stepsFrom(seed, 200)], tally)
    console.log(seed, n, performance.now() - begun)
  }
  expect(1).toBe(1)
}, 300_000)
