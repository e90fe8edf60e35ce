import { command, project } from './command.js'
import { ensureChainTools } from './install.js'
import { seconds } from './print.js'
import { ARCHITECTURE, DEAD_CODE, LINT, step, TYPES, VITEST } from './step.js'

/** The quick check before a commit: everything that needs no browser and little of the database. */
await command(import.meta.url, async () => {
  // their types are checked too
  await ensureChainTools(project)

  const steps = [
    await step('Lint', LINT),
    await step('Types', TYPES),
    await step('Architecture', ARCHITECTURE),
    await step('Dead code', DEAD_CODE),
    await step('Pure code', [...VITEST, 'src/lib/', 'model.test.ts']),
  ]

  process.stdout.write('\n')
  for (const { name, good, ms } of steps)
    process.stdout.write(`${good ? 'good  ' : 'FAILED'} ${seconds(ms).padStart(8)}  ${name}\n`)

  return steps.every(({ good }) => good) ? 0 : 1
})
