import { command } from './command.js'
import { step, VITEST } from './step.js'

/** The same tests with their counts turned up: hundreds of thousands of steps, tens of kills. */
await command(import.meta.url, async () => {
  const { good } = await step('Deep tests', [...VITEST, ...process.argv.slice(2)], { DEEP: '1' })
  return good ? 0 : 1
})
