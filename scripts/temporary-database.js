import * as fs from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres, stopOrphan } from './postgres.js'

const MARK = 'candor-throw-away-'
const MEMORY = '/dev/shm'
/**
 * What hundreds of databases, each there for a moment, take at most; and the memory that is then
 * left to others.
 */
const [ROOM_BYTES, LEFT_BYTES] = [3 * 2 ** 30, 3 * 2 ** 30]

/**
 * A cluster for tests and figures, gone when stopped. What an earlier process left that was killed
 * goes first. In memory, where there is enough of it, the tests take a fifth less time; figures are
 * those of a disk.
 * @param {{ project: string, fsync: boolean, maxConnections?: number, inMemory?: boolean }} options
 * @returns {Promise<import('./postgres.js').Postgres>}
 */
export async function startThrowAway({ inMemory = false, ...options }) {
  await sweep(options.project)

  const folder = inMemory && hasFreeSpace(MEMORY) ? MEMORY : tmpdir()
  const dataDir = fs.mkdtempSync(join(folder, `${MARK}${process.pid}-`))
  const postgres = await startPostgres({ ...options, dataDir, forTests: inMemory })
  const stop = async () => {
    await postgres.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }

  return { ...postgres, stop }
}

/** @param {string} folder */
function hasFreeSpace(folder) {
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize >= ROOM_BYTES && freemem() >= ROOM_BYTES + LEFT_BYTES
  } catch {
    return false
  }
}

/**
 * Clears away what processes left that were killed.
 * @param {string} project
 */
export async function sweep(project) {
  for (const folder of [tmpdir(), MEMORY].filter((one) => fs.existsSync(one)))
    for (const name of fs.readdirSync(folder)) {
      const maker = name.startsWith(MARK) ? /^\d+/.exec(name.slice(MARK.length))?.[0] : undefined
      if (!maker || fs.existsSync(`/proc/${maker}`)) continue
      await clearAway(join(folder, name), project)
    }
}

const TRIES = 20
const PAUSE_MS = 100

/**
 * Others may clear the same away at this moment: what is gone is well, and what is half gone is
 * looked at again.
 * @param {string} dataDir
 * @param {string} project
 */
async function clearAway(dataDir, project) {
  for (let tries = 1; fs.existsSync(dataDir); tries++)
    try {
      if (fs.statSync(dataDir).uid !== process.getuid?.()) return
      await stopOrphan({ dataDir, project })
      fs.rmSync(dataDir, { recursive: true, force: true })
    } catch (error) {
      if (tries === TRIES) throw error
      killServer(dataDir)
      await pause(PAUSE_MS)
    }
}

/**
 * Ends a server that doesn't shut down: its clients were killed with their maker, and its data are
 * deleted anyway.
 * @param {string} dataDir
 */
function killServer(dataDir) {
  try {
    const pid = fs.readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
    const server = Number(pid.split('\n')[0])
    if (fs.readFileSync(`/proc/${server}/cmdline`, 'utf8').includes(dataDir))
      process.kill(server, 'SIGKILL')
  } catch {
    // it has ended by itself
  }
}

/**
 * Runs work with a database of its own on the server that was given; without one the work finds its
 * own.
 * @template T
 * @param {string | undefined} serverUrl
 * @param {(url: string | undefined) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withOwnDatabase(serverUrl, work) {
  if (!serverUrl) return await work(undefined)

  const { default: pg } = await import('pg')
  const name = `candor_e2e_${process.pid}`
  const admin = new pg.Client({ connectionString: serverUrl })

  await admin.connect()

  try {
    await admin.query(`create database ${name}`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    return await work(url.toString())
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}
