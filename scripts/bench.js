import * as fs from 'node:fs'
import { join } from 'node:path'
import { command, project } from './command.js'
import { ensurePgbench } from './debian.js'
import { Refusal } from './print.js'
import { whenStopping } from './shutdown.js'
import { run } from './step.js'
import { startThrowAway } from './temporary-database.js'

/** They need no database, or start an installation of their own. */
const WITHOUT_DATABASE = ['start', 'site', 'screening', 'proofs']

/**
 * Runs one measurement, which prints a JSON line a figure: {name, value, unit, baseline, ratio}.
 */
await command(import.meta.url, async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  const file = join(project, 'bench', `${name}.ts`)
  if (!name || !fs.existsSync(file))
    throw new Refusal(`npm run bench -- NAME, where NAME is one of: ${names()}`)

  const environment = WITHOUT_DATABASE.includes(name) ? {} : await database()
  return await run(process.execPath, [file, ...rest], environment)
})

const names = () =>
  fs
    .readdirSync(join(project, 'bench'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -3))
    .join(', ')

/** The figures are of a server that syncs to disk, like one with money on it. */
async function database() {
  const PGBENCH = ensurePgbench()
  if (process.env.DATABASE_URL) return { PGBENCH }

  const starting = startThrowAway({ project, fsync: true, maxConnections: 300 })
  whenStopping(async () => (await starting.catch(() => undefined))?.stop())

  const { ownerUrl } = await starting
  return { PGBENCH, DATABASE_URL: ownerUrl }
}
