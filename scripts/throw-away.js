import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres, stopOrphan } from './postgres.js'

const MARK = 'candor-throw-away-'

/**
 * A cluster for tests and figures, gone when stopped. What an earlier process left that was killed goes first.
 * @param {{ project: string, fsync: boolean, maxConnections?: number }} options
 * @returns {Promise<import('./postgres.js').Postgres>}
 */
export async function startThrowAway(options) {
  await sweep(options.project)
  const dataDir = fs.mkdtempSync(join(tmpdir(), `${MARK}${process.pid}-`))
  const postgres = await startPostgres({ ...options, dataDir })
  const stop = async () => {
    await postgres.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...postgres, stop }
}

/**
 * Clears away what processes left that were killed.
 * @param {string} project
 */
export async function sweep(project) {
  for (const name of fs.readdirSync(tmpdir())) {
    const maker = name.startsWith(MARK) ? /^\d+/.exec(name.slice(MARK.length))?.[0] : undefined
    if (!maker || fs.existsSync(`/proc/${maker}`)) continue
    await clearAway(join(tmpdir(), name), project)
  }
}

const TRIES = 20
const PAUSE_MS = 100

/**
 * Others may clear the same away at this moment: what is gone is well, and what is half gone is looked at again.
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
      await pause(PAUSE_MS)
    }
}

/**
 * Runs work with a database of its own on the server that was given; without one the work finds its own.
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
