import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { NAMES } from './backup-contents.js'
import { copyCluster, packCluster } from './cluster-files.js'
import { project } from './command.js'
import { startPostgres } from './postgres.js'
import { adoptCluster, findCluster } from './postgres-cluster.js'
import { say } from './print.js'
import { describeRestoredHead } from './restored-head.js'
import { whenStopping } from './shutdown.js'
import { verifyLedger } from './verification.js'

/**
 * @typedef {object} Source
 * @property {import('../src/platform/config.ts').Config} config
 * @property {string} ownerUrl
 * @property {Pick<import('./postgres-cluster.js').Cluster, 'path' | 'passwords'>} embedded
 */

/**
 * Copies the embedded database into a backup: copies its files while it runs, starts a server on
 * the copy, verifies the ledger there, stops it and packs the copy. Returns whether the ledger is
 * as it was written.
 * @param {Source} source
 * @param {string} making the backup, with the anchors to compare with
 * @param {Pick<import('./backup-contents.js').Manifest, 'head' | 'madeAt'>} manifest
 */
export async function copyVerified({ config, ownerUrl, embedded }, making, manifest) {
  const dataDir = join(making, 'trial')
  const { passwords } = embedded

  say('Copying the database with its files')
  await adoptCluster({ dataDir, project, userNamespaces: true }, passwords, (path) =>
    copyCluster(ownerUrl, embedded.path, path),
  )
  const { path } = /** @type {Source['embedded']} */ (findCluster(dataDir))
  const remove = () => {
    fs.rmSync(dataDir, { recursive: true, force: true })
    if (!path.startsWith(dataDir)) fs.rmSync(dirname(path), { recursive: true, force: true })
  }
  whenStopping(remove)

  say('Starting the copy and verifying its ledger')
  const isRight = await verifyCopy(config, dataDir, join(making, 'anchors'), manifest)

  await packCluster(path, join(making, NAMES.archive))
  fs.writeFileSync(join(making, NAMES.login), JSON.stringify(passwords), {
    mode: 0o600,
    flush: true,
  })
  remove()

  return isRight
}

/**
 * @param {Source['config']} config
 * @param {string} dataDir
 * @param {string} anchors
 * @param {Pick<import('./backup-contents.js').Manifest, 'head' | 'madeAt'>} manifest
 */
async function verifyCopy(config, dataDir, anchors, manifest) {
  const { openApp } = await import('../src/app.ts')
  const postgres = await startPostgres({ dataDir, project })
  whenStopping(postgres.stop)

  const { app, close } = await openApp(
    { ...config, DATA_DIR: dataDir, DATABASE_URL: postgres.serverUrl, LOG_LEVEL: 'silent' },
    { role: 'candor_read' },
  )

  try {
    await describeRestoredHead(app.db, manifest)
    return (await verifyLedger(app, anchors)) === 0
  } finally {
    await close()
    await postgres.stop()
  }
}
