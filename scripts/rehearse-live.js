import { join } from 'node:path'
import { ensureBuilt } from './build.js'
import { command, project } from './command.js'
import { ensureChainTools } from './install.js'
import { run } from './step.js'

/**
 * Rehearses a live installation on this machine: starts a throw-away one with everything that live
 * demands, and walks the main job through it. docs/operating/go-live.md is the same for an operator.
 */
await command(import.meta.url, async () => {
  await ensureBuilt()
  await ensureChainTools(project)

  return await run(process.execPath, [join(project, 'tests/rehearsal/main.ts')])
})
