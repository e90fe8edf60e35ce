import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.js'
import { command, project } from './command.js'
import { Refusal } from './print.js'
import { run } from './step.js'

const CHAINS = join(project, 'tests/chains')

/**
 * Rehearses a live installation on this machine: starts a throw-away one with everything that live
 * demands, and walks the main job through it. docs/operating/go-live.md is the same for an operator.
 */
await command(import.meta.url, async () => {
  await ensureBuilt()
  installChains()

  return await run(process.execPath, [join(project, 'tests/rehearsal/main.ts')])
})

/** The nodes of private chains are packages of the tests alone. */
function installChains() {
  if (existsSync(join(CHAINS, 'node_modules/bcoin'))) return
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: CHAINS,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Refusal('The nodes of private chains could not be installed.')
}
