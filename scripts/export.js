import * as fs from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { command } from './command.js'
import { Refusal, say, sayAside } from './print.js'
import { reading } from './read-access.js'
import { whenStopping } from './shutdown.js'

const USAGE = `Name the program that reads the copy, and the file to write:
  npm run export -- --format hledger --to books.journal
  npm run --silent export -- --format beancount > books.beancount
  npm run export -- --format rows --to ledger.rows, for scripts/check-rows.mjs
Formats: hledger, beancount, rows. --upto SEQ ends with that chained row; rows are always all.`

sayAside()

await command(import.meta.url, async () => {
  const { format, to, upTo } = readWish()
  await reading(async ({ db }) => {
    if (format === 'rows') return await writeRows(db, to)

    const { renderJournalCopy: copyOf, getCopyHead } = await import(
      '../src/modules/integrity/queries.ts'
    )
    const head = await getCopyHead(db, upTo)
    const text = Readable.from(copyOf(db, format, head))

    if (to) await writeWhole(text, to)
    else await pipeline(text, process.stdout)
    say(`${head.rows} chained rows${to ? ` in ${to}` : ''}`)
  })

  return 0
})

/**
 * Writes everything as plain data of one moment. A slow reader is not disconnected.
 * @param {import('../src/platform/db/db.ts').Db} db
 * @param {string | undefined} to
 */
async function writeRows(db, to) {
  const { exportLedgerRows: rowsOf } = await import('../src/modules/integrity/queries.ts')
  const moment = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  await moment.execute(async (tx) => {
    const text = Readable.from(rowsOf(tx))
    if (to) await writeWhole(text, to)
    else await pipeline(text, process.stdout)
  })

  say(
    `The rows are written${to ? ` to ${to}` : ''}: node scripts/check-rows.mjs FILE ` +
      '--anchor ANCHOR --log FOLDER --key VKEY --checkpoint CHECKPOINT checks them',
  )
}

function readWish() {
  const option = /** @type {const} */ ({ type: 'string' })
  const { values } = parseArgs({
    options: { format: option, to: option, upto: option },
    strict: false,
  })
  const { format, to, upto } = values
  const wrong =
    format === 'rows'
      ? upto !== undefined
      : !(upto === undefined || /^\d{1,18}$/.test(String(upto)))
  if (!isFormat(format) || to === true || wrong) throw new Refusal(USAGE)

  return {
    format,
    to: to ? resolve(to) : undefined,
    upTo: upto === undefined ? undefined : BigInt(upto),
  }
}

/**
 * @param {unknown} format
 * @returns {format is import('../src/modules/integrity/model.ts').CopyFormat | 'rows'}
 */
function isFormat(format) {
  return format === 'hledger' || format === 'beancount' || format === 'rows'
}

/**
 * Writes a file that is there whole or not at all: under another name first, which goes when
 * anything goes wrong.
 * @param {Readable} text
 * @param {string} path
 */
async function writeWhole(text, path) {
  const making = `${path}.making-${process.pid}`
  whenStopping(() => fs.rmSync(making, { force: true }))

  const file = await fs.promises.open(making, 'wx', 0o600).catch((error) => {
    throw new Refusal(`${path} can't be written: ${error.message}`)
  })
  await pipeline(text, file.createWriteStream({ flush: true }))
  fs.renameSync(making, path)
}
