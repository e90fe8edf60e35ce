import { join } from 'node:path'
import { ensureBuilt } from './build.js'
import { command, project } from './command.js'
import { joinDatabase } from './database.js'
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

  const { config, lost, migrations } = await joinDatabase('npm run web')
  await assertPortFree(config.HOST, config.PORT, 'PORT')
  if (config.METRICS_PORT) await assertPortFree(config.HOST, config.METRICS_PORT, 'METRICS_PORT')
  await ensureBuilt()
  await seedSandbox(config)

  const { start } = await import(SERVER)
  const server = await start(config, { parts: ['web'], migrations })
  whenStopping(server.stop)
  say(`Ready at ${config.PUBLIC_URL}; jobs are done by npm run worker`)
  process.stderr.write(
    `\n${await lost}\nNothing that was acknowledged is lost: start this again.\n`,
  )

  return 1
})
