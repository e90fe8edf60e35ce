import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** @param {string} project */
async function sweep(project) {
  for (const name of fs.readdirSync(tmpdir())) {
    const maker = name.startsWith(MARK) ? /^\d+/.exec(name.slice(MARK.length))?.[0] : undefined
    if (!maker || fs.existsSync(`/proc/${maker}`)) continue
    const dataDir = join(tmpdir(), name)
    if (fs.statSync(dataDir).uid !== process.getuid?.()) continue
    await stopOrphan({ dataDir, project })
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}
