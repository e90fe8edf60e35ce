import { expect, test } from 'vitest'
import { askBy, askForProof } from './step-up.ts'

test('without anybody to ask the answer is no', async () => {
  expect(await askForProof()).toBe(false)
})

test('several that wait for a proof ask once, and the next one asks again', async () => {
  let asked = 0
  const stop = askBy(async () => ++asked > 0)

  expect(await Promise.all([askForProof(), askForProof()])).toEqual([true, true])
  expect(asked).toBe(1)
  expect(await askForProof()).toBe(true)
  expect(asked).toBe(2)

  stop()
  expect(await askForProof()).toBe(false)
})
