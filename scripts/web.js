import { join } from 'node:path'
import { assertBuilt } from './build.js'
import { command, project } from './command.js'
import { joinDatabase, readSettings, whenReachable } from './database.js'
import { assertLiveSettings, sayOpening } from './live.js'
import { assertPortFree } from './ports.js'
import { say, sayAside } from './print.js'
import { seedSandbox } from './seed.js'
import { whenStopping } from './shutdown.js'

const SERVER = join(project, 'build/server/server.js')

/**
 * Serves people and runs no job: those are a worker's. As many as you like stand side by side on
 * one database.
 */
await command(import.meta.url, async () => {
  process.env.NODE_ENV ??= 'production'
  sayAside() // standard output is the log's

  await assertLiveSettings(await readSettings())
  const { config, lost, migrations } = await joinDatabase('web')
  await assertPortFree(config.HOST, config.PORT, 'PORT')
  if (config.METRICS_PORT) await assertPortFree(config.HOST, config.METRICS_PORT, 'METRICS_PORT')
  assertBuilt()
  await seedSandbox(config)

  const { start } = await import(SERVER)
  const server = await whenReachable(() => start(config, { parts: ['web'], migrations }))
  whenStopping(server.stop)
  say(`Ready at ${config.PUBLIC_URL}. Run background jobs with npm run worker`)
  if (config.MODE === 'live') await sayOpening(config, server.openedAt)
  process.stderr.write(
    `\n${await lost}\nNo acknowledged request was lost. Start the process again.\n`,
  )

  return 1
})
