import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { listFoldersInBucket } from './bucket.js'
import { say, seconds } from './print.js'

const MAX_SHOWN = 10
const INDEPENDENTLY =
  'This ran in the database that it checked. To verify without trusting that database: ' +
  'docs/operating/verifying.md'

/**
 * Verifies the whole ledger and prints each problem. Returns 1 when there is a problem, else 0.
 * @param {import('../src/platform/app.ts').App} app
 * @param {string} [anchorFolder] of the anchors to compare with; the installation's unless set
 */
export async function verifyLedger({ db, config, clock, anchors: stored }, anchorFolder) {
  const { runVerification: verification } = await import('../src/modules/integrity/queries.ts')
  const { listKeyGenerations } = await import('../src/modules/approvals/queries.ts')
  const { findJournalHead } = await import('../src/modules/ledger/queries.ts')
  const inBucket = !anchorFolder && listFoldersInBucket(config).includes('anchors')
  const folder = inBucket
    ? `the bucket ${config.S3_BUCKET}`
    : resolve(anchorFolder ?? config.ANCHOR_DIR ?? join(config.DATA_DIR, 'anchors'))
  const anchors = await parseAnchors(inBucket ? await readStored(stored) : readFolder(folder))

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
      for (const { generation, startedAt, reason } of await listKeyGenerations(tx))
        say(
          `All approval keys before ${startedAt.toISOString()} were ended by the owner of the ` +
            `database, who began generation ${generation}: ${reason}`,
        )

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
}

/** @typedef {{ name: string, text: string }} AnchorFile */

/**
 * @param {string} folder
 * @returns {AnchorFile[]}
 */
function readFolder(folder) {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []
  return names.map((name) => ({ name, text: fs.readFileSync(join(folder, name), 'utf8') }))
}

/** @param {import('../src/platform/files/files.ts').Files} stored */
async function readStored(stored) {
  /** @type {AnchorFile[]} */
  const files = []
  for await (const { key } of stored.list())
    files.push({ name: key, text: new TextDecoder().decode(await stored.read(key)) })

  return files.sort((a, b) => a.name.localeCompare(b.name))
}

/**
 * Returns the anchors of these files. A file that isn't an anchor is reported, since it may be
 * damaged.
 * @param {AnchorFile[]} files
 */
async function parseAnchors(files) {
  const { parseAnchor } = await import('../src/modules/integrity/model.ts')

  return files.flatMap(({ name, text }) => {
    const anchor = parseAnchor(text)
    if (!anchor) say(`${name} is not an anchor and is left out`)
    return anchor ? [anchor] : []
  })
}
