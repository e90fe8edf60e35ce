import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from './print.js'

/**
 * @typedef {object} Ownership
 * @property {Promise<string>} lost resolves with a sentence when another server took the folder
 *   while the database was away
 * @property {() => Promise<void>} release
 *
 * @typedef {object} Claim
 * @property {boolean} [shared] among others that share it, never next to one that has it alone
 * @property {boolean} [waits] for a database that can't be reached yet
 * @property {boolean} [allowsRecovery] of a server that still reads its log
 * @property {(error: Error) => void} [onLost] called when the database can't be reached
 * @property {() => void} [onRestored] called when it can be reached again
 */

const PATIENCE_MS = 2_000 // a server that was killed this moment lets go within milliseconds

/**
 * Takes possession of DATA_DIR for as long as this process lives. It is a session lock in the
 * database, held by a connection of this process: whatever ends the process gives it back, which no
 * file with a number in it can do. A lost connection is made again, and the lock is taken again.
 * @param {string} url
 * @param {string} dataDir
 * @param {Claim} [how]
 * @returns {Promise<Ownership>}
 */
export async function claim(url, dataDir, how = {}) {
  const { openLastingConnection } = await import('../src/platform/db/lasting-connection.ts')
  const { isConnectionLost } = await import('../src/platform/db/connection-errors.ts')
  const applicationName = `candor ${randomUUID().slice(0, 8)}, process ${process.pid}`
  const key = lockKey(dataDir)

  const connection = openLastingConnection({
    url,
    applicationName,
    allowsRecovery: how.allowsRecovery,
    prepare: async (client) => {
      await endPreviousSession(client, applicationName)
      await takeLock(client, key, dataDir, how.shared ?? false)
    },
    isFinal: (error, isFirst) =>
      error instanceof Refusal || (isFirst && !(how.waits && isConnectionLost(error))),
    onLost: (error) => how.onLost?.(/** @type {Error} */ (error)),
    ...(how.onRestored ? { onRestored: how.onRestored } : {}),
  })

  await connection.ready

  return {
    lost: connection.ended.then((error) => /** @type {Error} */ (error).message),
    release: connection.close,
  }
}

/**
 * Ends the session that this process lost, so that it holds the lock no longer: after a broken
 * cable the server may not have noticed yet.
 * @param {import('pg').Client} client
 * @param {string} applicationName
 */
async function endPreviousSession(client, applicationName) {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and pid <> pg_backend_pid()`,
    [applicationName],
  )
}

/**
 * @param {import('pg').Client} client
 * @param {string} key
 * @param {string} dataDir
 * @param {boolean} shared
 */
async function takeLock(client, key, dataDir, shared) {
  const take = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'

  for (const deadline = Date.now() + PATIENCE_MS; ; await pause(100)) {
    const { rows } = await client.query(`select ${take}($1) as got`, [key])
    if (rows[0].got) return
    if (Date.now() > deadline) break
  }

  throw new Refusal(
    `${dataDir} is in use by another Candor server${await describeHolder(client, key)}. ` +
      'Stop that server first, or set DATA_DIR to another folder.',
  )
}

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
