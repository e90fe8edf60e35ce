import { command } from './command.js'
import { step } from './step.js'

/**
 * Replays each planted defect and shows that something catches it; a word after `--` picks some.
 */
await command(import.meta.url, async () => {
  const { good } = await step('Planted defects', ['tools/mutants.ts', ...process.argv.slice(2)])
  return good ? 0 : 1
})
