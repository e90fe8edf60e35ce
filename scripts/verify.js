import { parseArgs } from 'node:util'
import { command } from './command.js'
import { Refusal } from './print.js'
import { reading } from './read-access.js'
import { verifyLedger } from './verification.js'

/** Verifies the whole ledger, with or without a running server. The exit code is 1 if it is wrong. */
await command(import.meta.url, async () => {
  const { values } = parseArgs({ options: { anchor: { type: 'string' } }, strict: false })
  if (values.anchor === true)
    throw new Refusal('npm run verify -- --anchor FOLDER compares with the anchors in that folder.')

  const folder = values.anchor === undefined ? undefined : String(values.anchor)
  return await reading((app) => verifyLedger(app, folder))
})
