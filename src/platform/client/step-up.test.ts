import { expect, test } from 'vitest'
import { registerStepUpPrompt, requestStepUp } from './step-up.ts'

test('without anybody to ask the answer is no', async () => {
  expect(await requestStepUp()).toBe(false)
})

test('several that wait for a proof ask once, and the next one asks again', async () => {
  let promptCount = 0
  const stop = registerStepUpPrompt(async () => ++promptCount > 0)

  expect(await Promise.all([requestStepUp(), requestStepUp()])).toEqual([true, true])
  expect(promptCount).toBe(1)
  expect(await requestStepUp()).toBe(true)
  expect(promptCount).toBe(2)

  stop()
  expect(await requestStepUp()).toBe(false)
})
