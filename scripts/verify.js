import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command } from './command.js'
import { Refusal, say, seconds } from './print.js'
import { reading } from './read-access.js'

const MAX_SHOWN = 10
const INDEPENDENTLY =
  'This ran in the database that it checked. To verify without trusting that database: ' +
  'docs/operating/verifying.md'

/**
 * Verifies the whole ledger, with or without a running server, and prints each problem; the exit code
 * is 1 when there is a problem.
 */
await command(import.meta.url, async () => {
  const { values } = parseArgs({ options: { anchor: { type: 'string' } }, strict: false })
  if (values.anchor === true)
    throw new Refusal('npm run verify -- --anchor FOLDER compares with the anchors in that folder.')

  const folderOption = values.anchor === undefined ? undefined : String(values.anchor)

  return await reading(async ({ db, config, clock }) => {
    const { runVerification: verification } = await import('../src/modules/integrity/queries.ts')
    const { findJournalHead } = await import('../src/modules/ledger/queries.ts')
    const folder = resolve(folderOption ?? config.ANCHOR_DIR ?? join(config.DATA_DIR, 'anchors'))
    const anchors = await readAnchors(folder)

    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const head = await findJournalHead(tx)
        say(
          head
            ? `${head.seq} chained rows in ${head.block} blocks, head ${head.hash}`
            : 'Nothing is chained yet',
        )

        say(`${anchors.length} anchors in ${folder}`)

        let wrong = 0
        let begun = performance.now()

        for await (const { name, problems } of verification(tx, anchors, clock.now(), folder)) {
          say(
            `${problems.length === 0 ? 'good ' : 'WRONG'} ` +
              `${seconds(performance.now() - begun).padStart(8)}  ${name}`,
          )

          for (const one of problems.slice(0, MAX_SHOWN))
            say(`    invariant ${one.invariant}: ${one.problem} (${one.subject})`)
          if (problems.length > MAX_SHOWN) say(`    and ${problems.length - MAX_SHOWN} more`)
          wrong += problems.length
          begun = performance.now()
        }

        say(
          wrong === 0
            ? 'The ledger is as it was written.'
            : `The ledger is wrong in ${wrong} places.`,
        )

        if (anchors.length === 0) say('Not compared with an anchor: there is none in the folder.')
        say(INDEPENDENTLY)

        return wrong === 0 ? 0 : 1
      })
  })
})

/**
 * Reads the anchors of a folder. A file that isn't an anchor is reported, since it may be damaged.
 * @param {string} folder
 */
async function readAnchors(folder) {
  const { parseAnchor } = await import('../src/modules/integrity/model.ts')
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []

  return names.flatMap((name) => {
    const anchor = parseAnchor(fs.readFileSync(join(folder, name), 'utf8'))
    if (!anchor) say(`${name} is not an anchor and is left out`)
    return anchor ? [anchor] : []
  })
}
