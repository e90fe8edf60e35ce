import { command } from './command.js'
import { step } from './step.js'

/** Prints how the code compares with its targets; `-- --places` lists where one is missed. */
await command(import.meta.url, async () => {
  const { good } = await step('Measures', ['tools/measure.ts', ...process.argv.slice(2)])
  return good ? 0 : 1
})
