import * as fs from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.js'
import { project } from './command.js'
import { say } from './say.js'

const SEED = join(project, 'build/server/seed.js')

/**
 * Fills the sandbox with its sample people, once: the seed itself knows what is there, and says what it did.
 * @param {import('../src/platform/config.ts').Config} config
 */
export async function seedSandbox(config) {
  if (config.MODE !== 'sandbox') return
  if (!fs.existsSync(SEED)) await ensureBuilt()
  if (!fs.existsSync(SEED)) return
  const { seed } = await import(SEED)
  for (const line of (await seed(config)) ?? []) say(line)
}
