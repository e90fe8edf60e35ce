import { command } from './command.js'
import { ARCHITECTURE, step } from './step.js'

/** Checks the architecture rules; `-- --all` lists the places that budgets still allow. */
await command(import.meta.url, async () => {
  const { good } = await step('Architecture', [...ARCHITECTURE, ...process.argv.slice(2)])
  return good ? 0 : 1
})
