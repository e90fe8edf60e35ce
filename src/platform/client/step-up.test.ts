import { expect, test } from 'vitest'
import { registerStepUpPrompt, requestStepUp } from './step-up.ts'

test('step-up fails without a registered dialog', async () => {
  expect(await requestStepUp()).toBe(false)
})

test('concurrent step-up requests open one dialog, and the next one opens another', async () => {
  let promptCount = 0
  const stop = registerStepUpPrompt(async () => ++promptCount > 0)

  expect(await Promise.all([requestStepUp(), requestStepUp()])).toEqual([true, true])
  expect(promptCount).toBe(1)
  expect(await requestStepUp()).toBe(true)
  expect(promptCount).toBe(2)

  stop()
  expect(await requestStepUp()).toBe(false)
})
