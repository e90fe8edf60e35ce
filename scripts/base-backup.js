import * as fs from 'node:fs'
import { createGzip } from 'node:zlib'
import { Refusal } from './print.js'

const COMMAND =
  "BASE_BACKUP (LABEL 'candor', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', " +
  "MANIFEST_CHECKSUMS 'SHA256')"

/**
 * Copies a whole running server as PostgreSQL itself hands it out: one archive with the log that
 * makes it consistent, and the server's own list of what is in it. Needs no program of
 * PostgreSQL's, and a login that may replicate.
 * @param {string} url
 * @param {{ archive: string, list: string }} to files that don't exist yet
 */
export async function baseBackup(url, to) {
  const { default: pg } = await import('pg')
  const slotClient = new pg.Client({ connectionString: url, application_name: 'candor backup' })
  const sender = new pg.Client({ ...buildSenderOptions(url), application_name: 'candor backup' })

  for (const client of [slotClient, sender]) client.on('error', () => {})

  try {
    await slotClient.connect()
    await sender.connect()
    // until this session ends the server forgets nothing of its log that the copy will need
    await slotClient.query('select pg_create_physical_replication_slot($1, true, true)', [
      `candor_${process.pid}`,
    ])
    await receive(pg, sender, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === '42501' || code === '28000')
      throw new Refusal(
        'The login may not copy the server: give it the right with ALTER ROLE … ' +
          'REPLICATION, or take a dump.',
      )
    throw error
  } finally {
    await sender.end().catch(() => {})
    await slotClient.end().catch(() => {})
  }
}

/**
 * The protocol's own flag; the driver passes it on, and its types don't know it.
 * @param {string} url
 * @returns {import('pg').ClientConfig}
 */
const buildSenderOptions = (url) =>
  /** @type {import('pg').ClientConfig} */ ({ connectionString: url, replication: 'database' })

/**
 * @param {typeof import('pg').default} pg
 * @param {import('pg').Client} client
 * @param {{ archive: string, list: string }} to
 */
async function receive(pg, client, to) {
  const packed = createGzip({ level: 1 })
  const archive = fs.createWriteStream(to.archive, { flags: 'wx', mode: 0o600, flush: true })
  const list = fs.createWriteStream(to.list, { flags: 'wx', mode: 0o600, flush: true })
  const written = Promise.allSettled([archive, list].map(awaitClose))

  packed.once('error', (error) => archive.destroy(error))
  packed.pipe(archive)

  const { stream } = /** @type {{ connection: { stream: import('node:net').Socket } }} */ (
    /** @type {unknown} */ (client)
  ).connection
  /** @type {import('node:stream').Writable} */
  let into = packed
  /** @param {Buffer} chunk */
  const take = (chunk) => {
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === 'n') assertOnlyOne(chunk)
    if (kind === 'm') into = list

    if (kind !== 'd' || into.write(chunk.subarray(1))) return
    if (stream.isPaused()) return // what had come already is handed on all the same

    stream.pause()
    into.once('drain', () => stream.resume())
  }

  const copied = new Promise((resolve, reject) => {
    for (const one of [archive, list]) one.once('error', reject)
    client.query(copyQuery(pg, take, (error) => (error ? reject(error) : resolve(undefined))))
  })

  try {
    await copied
  } catch (error) {
    client.end().catch(() => {})
    throw error
  } finally {
    packed.end()
    list.end()
    await written
  }
}

/** @param {fs.WriteStream} file */
const awaitClose = (file) =>
  new Promise((resolve, reject) => {
    file.once('close', () => resolve(undefined))
    file.once('error', reject)
  })

/**
 * A query whose copied pieces are handed on as they come; each is the driver's own memory and is
 * used again, so it is copied.
 * @param {typeof import('pg').default} pg
 * @param {(chunk: Buffer) => void} take
 * @param {(error: Error | null) => void} done
 */
function copyQuery(pg, take, done) {
  class Copy extends pg.Query {
    /** @param {{ chunk: Buffer }} message */
    handleCopyData({ chunk }) {
      take(Buffer.from(chunk))
    }
  }

  // @ts-expect-error the driver's types leave the callback out
  return new Copy({ text: COMMAND }, undefined, done)
}

/** @param {Buffer} chunk */
function assertOnlyOne(chunk) {
  const name = chunk.subarray(1, chunk.indexOf(0, 1)).toString()
  if (name !== 'base.tar')
    throw new Refusal('The server has tablespaces of its own: back it up with pg_basebackup.')
}
