import { command } from './command.js'
import { step } from './step.js'

/** Runs the seeded mutants and fails when one survives; see tests/mutants/README.md. */
await command(import.meta.url, async () => {
  const { good } = await step('Seeded mutants', ['tools/mutants.ts', ...process.argv.slice(2)])
  return good ? 0 : 1
})
