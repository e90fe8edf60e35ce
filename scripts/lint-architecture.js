import { command } from './command.js'
import { ARCHITECTURE, step } from './step.js'

/** Checks the architecture rules. */
await command(import.meta.url, async () => {
  const { good } = await step('Architecture', ARCHITECTURE)
  return good ? 0 : 1
})
