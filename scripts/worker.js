import { join } from 'node:path'
import { assertBuilt } from './build.js'
import { command, project } from './command.js'
import { joinDatabase, readSettings, whenReachable } from './database.js'
import { assertLiveSettings } from './live.js'
import { assertPortFree } from './ports.js'
import { Refusal, say, sayAside } from './print.js'
import { seedSandbox } from './seed.js'
import { whenStopping } from './shutdown.js'

const SERVER = join(project, 'build/server/server.js')

/**
 * Runs jobs and serves no requests. Several workers share the work; the job of a killed worker goes
 * to the others.
 */
await command(import.meta.url, async () => {
  process.env.NODE_ENV ??= 'production'
  sayAside() // standard output is the log's

  const settings = await readSettings()
  const { DATABASE_URL: url } = settings
  if (url && !process.env.PUBLIC_URL)
    throw new Refusal(
      'npm run worker needs PUBLIC_URL, the address for links in emails. Use the same value as ' +
        'for npm run web.',
    )

  await assertLiveSettings(settings)
  const { config, lost, migrations } = await joinDatabase('worker')
  if (config.METRICS_PORT) await assertPortFree(config.HOST, config.METRICS_PORT, 'METRICS_PORT')
  assertBuilt()
  await seedSandbox(config) // its history is made at past dates: jobs have to wait for its end

  const { start } = await import(SERVER)
  const worker = await whenReachable(() => start(config, { parts: ['jobs'], migrations }))
  whenStopping(worker.stop)
  say('Ready. Background jobs are running')
  process.stderr.write(
    `\n${await lost}\nNo acknowledged request was lost. Start the process again.\n`,
  )

  return 1
})
