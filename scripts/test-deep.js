import { command, project } from './command.js'
import { ensureChainTools } from './install.js'
import { step, VITEST } from './step.js'

const MUTANT_MINUTES = '60'

/**
 * The tests with their counts raised, then generated mutants for an hour. Each prints its seed,
 * with which it can be repeated. With arguments only those tests run.
 */
await command(import.meta.url, async () => {
  await ensureChainTools(project)

  const files = process.argv.slice(2)
  const tests = await step('Deep tests', [...VITEST, ...files], { DEEP: '1' })
  if (files.length > 0) return tests.good ? 0 : 1

  const sample = ['--generated', '--sample', '5000', '--minutes', MUTANT_MINUTES]
  const mutants = await step('Generated mutants', ['tools/mutants.ts', ...sample])

  return tests.good && mutants.good ? 0 : 1
})
