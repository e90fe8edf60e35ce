import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from './print.js'

/**
 * @typedef {object} Ownership
 * @property {Promise<string>} lost resolves with a sentence when the connection that holds the
 *   lock is gone
 * @property {() => Promise<void>} release
 */

const PATIENCE_MS = 2_000 // a server that was killed this moment lets go within milliseconds

/**
 * Takes possession of DATA_DIR for as long as this process lives. It is a session lock in the
 * database, held by a connection of this process: whatever ends the process gives it back, which no
 * file with a number in it can do.
 * @param {string} url
 * @param {string} dataDir
 * @param {{ shared: boolean }} [how] shared: beside others that share it, never beside one that
 *   has it alone
 * @returns {Promise<Ownership>}
 */
export async function claim(url, dataDir, how = { shared: false }) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    application_name: formatApplicationName(process.pid),
  })
  let isReleasing = false
  const lost = new Promise((resolve) => {
    const reportLoss = () =>
      isReleasing || resolve('The connection that holds DATA_DIR for this server was lost.')
    client.on('error', reportLoss)
    client.on('end', reportLoss)
  })

  await client.connect()

  const key = lockKey(dataDir)
  const release = async () => {
    isReleasing = true
    await client.end().catch(() => {})
  }

  for (const deadline = Date.now() + PATIENCE_MS; ; await pause(100)) {
    const take = how.shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
    const { rows } = await client.query(`select ${take}($1) as got`, [key])
    if (rows[0].got) return { lost, release }
    if (Date.now() < deadline) continue

    const holder = await describeHolder(client, key)
    await release()

    throw new Refusal(
      `${dataDir} is in use by another Candor server${holder}. ` +
        'Stop that one first, or give this one a folder of its own in DATA_DIR.',
    )
  }
}

/** @param {number} pid */
const formatApplicationName = (pid) => `candor, process ${pid}`

/**
 * @param {import('pg').Client} client
 * @param {string} key
 */
async function describeHolder(client, key) {
  const { rows } = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1
       and (classid::bigint << 32) | objid::bigint = $1::bigint`,
    [key],
  )

  const number = /process (\d+)$/.exec(rows[0]?.application_name ?? '')?.[1]
  return number ? ` (process ${number})` : ''
}

/**
 * The lock's number comes from an identity stored in the folder, so that two machines on one database
 * clash only when they share the folder too.
 * @param {string} dataDir
 */
function lockKey(dataDir) {
  const path = join(dataDir, 'installation')
  if (!fs.existsSync(path)) writeFileIfAbsent(path, `${randomUUID()}\n`)
  const digest = createHash('sha256').update(fs.readFileSync(path)).digest()
  return digest.readBigInt64BE().toString()
}

/**
 * A file that appears whole, and of two who write it at once the first one's.
 * @param {string} path
 * @param {string} text
 */
export function writeFileIfAbsent(path, text) {
  const mine = `${path}.${process.pid}`
  fs.writeFileSync(mine, text, { mode: 0o600, flush: true })

  try {
    fs.linkSync(mine, path)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }

  fs.rmSync(mine)
}
