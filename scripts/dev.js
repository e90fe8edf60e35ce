import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { command, project } from './command.js'
import { prepareDatabase } from './database.js'
import { say } from './print.js'
import { seedSandbox } from './seed.js'
import { isStopping, whenStopping } from './shutdown.js'

const ROUTER = join(project, 'node_modules/@react-router/dev/bin.cjs')

/** The development server, on the same database as `npm start`. */
await command(import.meta.url, async () => {
  const { config, lost } = await prepareDatabase()
  await seedSandbox(config)
  process.env.NODE_ENV = 'development'

  const address = ['--port', String(config.PORT), '--strictPort', '--host', config.HOST]
  // it starts a second process of itself: a group of their own lets both be ended
  const child = spawn(process.execPath, [ROUTER, 'dev', ...address], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })

  const ended = once(child, 'exit').then(() => 'The development server ended.')
  whenStopping(async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await ended
  })
  say(`Development server at ${config.PUBLIC_URL}`)

  const why = await Promise.race([ended, lost])
  if (!isStopping()) process.stderr.write(`\n${why}\n`)

  return 1
})
