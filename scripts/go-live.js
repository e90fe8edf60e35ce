import { command } from './command.js'
import { readSettings } from './database.js'
import { describeLive } from './live.js'
import { Refusal, say } from './print.js'

/** Opens a live installation to members, if nothing on its list is missing. It can run meanwhile. */
await command(import.meta.url, async () => {
  const config = await readSettings()
  if (config.MODE !== 'live') throw new Refusal('npm run go-live needs MODE=live.')

  const { items, lines, complete } = await describeLive(config)
  process.stdout.write(`${lines.join('\n')}\n\n`)
  if (!complete) throw new Refusal('Nothing was changed: an item above is missing.')

  const { openApp } = await import('../src/app.ts')
  const { openInstallation } = await import(
    '../src/modules/operations/commands/open-installation.ts'
  )
  const { app, close } = await openApp({ ...config, LOG_LEVEL: 'silent' })
  try {
    await openInstallation(app, items)
  } finally {
    await close()
  }
  say(`Open to members at ${config.PUBLIC_URL}`)

  return 0
})
