import { join } from 'node:path'
import { ensureBuilt } from './build.js'
import { command, project } from './command.js'
import { prepareDatabase, readSettings, whenReachable } from './database.js'
import { assertLiveSettings, sayOpening } from './live.js'
import { assertPortFree } from './ports.js'
import { say } from './print.js'
import { seedSandbox } from './seed.js'
import { whenStopping } from './shutdown.js'

const SERVER = join(project, 'build/server/server.js')

await command(import.meta.url, async () => {
  process.env.NODE_ENV ??= 'production'
  // a line a request would push the address and the sample sign-ins off the screen
  if (process.env.MODE !== 'live') process.env.LOG_LEVEL ??= 'warn'

  await assertLiveSettings(await readSettings())
  const { config, lost, migrations } = await prepareDatabase()
  await assertPortFree(config.HOST, config.PORT, 'PORT')
  if (config.METRICS_PORT) await assertPortFree(config.HOST, config.METRICS_PORT, 'METRICS_PORT')
  await ensureBuilt()
  await seedSandbox(config)

  const { start } = await import(SERVER)
  const server = await whenReachable(() => start(config, { migrations }))
  whenStopping(server.stop)
  say(`Ready at ${config.PUBLIC_URL}`)
  if (config.MODE === 'sandbox') welcome(config.PUBLIC_URL)
  else await sayOpening(config, server.openedAt)
  process.stderr.write(`\n${await lost}\nNo acknowledged request was lost. Start Candor again.\n`)

  return 1
})

/** @param {string} url */
function welcome(url) {
  process.stdout.write(`
  This is the sandbox: the money is simulated, and so are the people.

  Members sign in at ${url}/login with the password open-books-2026
    maya@example.com     balances, positions and a history
    tomas@example.com    new, nothing yet
    adaeze@example.com   not verified
  Staff sign in at ${url}/admin-login with the same password
    ruth@example.com     owner
    ines@example.com     finance

  Every mail    ${url}/dev/mailbox
  The date      ${url}/dev/clock
  The chains    ${url}/dev/chain
  The ledger    ${url}/dev/ledger

  Ctrl-C stops everything.

`)
}
