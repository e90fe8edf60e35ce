import { join } from 'node:path'
import { ensureBuilt } from './build.js'
import { command, project } from './command.js'
import { joinDatabase } from './database.js'
import { assertPortFree } from './ports.js'
import { say, sayAside } from './print.js'
import { whenStopping } from './shutdown.js'

const SERVER = join(project, 'build/server/server.js')

/**
 * Runs jobs and serves no requests. Several workers share the work; the job of a killed worker goes
 * to the others.
 */
await command(import.meta.url, async () => {
  process.env.NODE_ENV ??= 'production'
  sayAside() // standard output is the log's

  const { config, lost, migrations } = await joinDatabase('npm run worker')
  if (config.METRICS_PORT) await assertPortFree(config.HOST, config.METRICS_PORT, 'METRICS_PORT')
  await ensureBuilt()

  const { start } = await import(SERVER)
  const worker = await start(config, { parts: ['jobs'], migrations })
  whenStopping(worker.stop)
  say('Ready: the jobs run')
  process.stderr.write(
    `\n${await lost}\nNothing that was acknowledged is lost: start this again.\n`,
  )

  return 1
})
