import { expect, test } from 'vitest'
import { runScript } from '../support/launcher.ts'

const MINUTES = 60_000

test('The rehearsal of a live installation holds every step.', {
  timeout: 15 * MINUTES,
}, async () => {
  const { code, output } = await runScript('rehearse-live', [], {})

  expect(output).not.toContain('FAILED')
  expect(code, output).toBe(0)
  expect(output).toMatch(/\d+ steps held/)
})
