import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command } from './command.js'
import { Refusal, say, seconds } from './print.js'
import { reading } from './read-access.js'

const MOST_SHOWN = 10
const INDEPENDENTLY =
  'This ran in the database that it looked at. To check without trusting it: ' +
  'docs/operating/verifying.md'

/**
 * Reads the whole books, beside a running server or without one, and names what is wrong; ends with
 * 1 when anything is.
 */
await command(import.meta.url, async () => {
  const { values } = parseArgs({ options: { witness: { type: 'string' } }, strict: false })
  if (values.witness === true)
    throw new Refusal(
      'npm run verify -- --witness FOLDER compares with the witnesses in that folder.',
    )

  const folderOption = values.witness === undefined ? undefined : String(values.witness)

  return await reading(async ({ db, config, clock }) => {
    const { runVerification: verification } = await import('../src/modules/integrity/queries.ts')
    const { findJournalHead } = await import('../src/modules/ledger/queries.ts')
    const folder = resolve(folderOption ?? config.WITNESS_DIR ?? join(config.DATA_DIR, 'witness'))
    const anchors = await readAnchors(folder)

    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const head = await findJournalHead(tx)
        say(
          head
            ? `${head.seq} sealed rows in ${head.block} blocks, head ${head.hash}`
            : 'Nothing is sealed yet',
        )

        say(`${anchors.length} witnesses in ${folder}`)

        let wrong = 0
        let begun = performance.now()

        for await (const { name, problems } of verification(tx, anchors, clock.now(), folder)) {
          say(
            `${problems.length === 0 ? 'good ' : 'WRONG'} ` +
              `${seconds(performance.now() - begun).padStart(8)}  ${name}`,
          )

          for (const one of problems.slice(0, MOST_SHOWN))
            say(`    invariant ${one.invariant}: ${one.problem} (${one.subject})`)
          if (problems.length > MOST_SHOWN) say(`    and ${problems.length - MOST_SHOWN} more`)
          wrong += problems.length
          begun = performance.now()
        }

        say(
          wrong === 0
            ? 'The books are as they were written.'
            : `The books are broken in ${wrong} places.`,
        )

        if (anchors.length === 0)
          say('Not compared with anything told outside: there is no witness.')
        say(INDEPENDENTLY)

        return wrong === 0 ? 0 : 1
      })
  })
})

/**
 * The witnesses of a folder; a file that isn't one is told, since somebody may have spoilt it.
 * @param {string} folder
 */
async function readAnchors(folder) {
  const { parseAnchor: witnessOf } = await import('../src/modules/integrity/model.ts')
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []

  return names.flatMap((name) => {
    const anchor = witnessOf(fs.readFileSync(join(folder, name), 'utf8'))
    if (!anchor) say(`${name} is no witness and is left out`)
    return anchor ? [anchor] : []
  })
}
