import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkBackup, copySynced, listContents, NAMES } from './backup-contents.js'
import { listFoldersInBucket, saveStored } from './bucket.js'
import { command } from './command.js'
import { allMigrations, prepareDatabase, readSettings, readVersion } from './database.js'
import { dump } from './dump.js'
import { findRunning } from './postgres.js'
import { findCluster } from './postgres-cluster.js'
import { Refusal, say } from './print.js'
import { whenStopping } from './shutdown.js'
import { copyVerified } from './verified-copy.js'

const USAGE = `Name the folder that the backup is made in:
  npm run backup -- --to FOLDER     makes FOLDER/candor-TIME with the database, uploads, anchors and secret
  npm run backup -- --check FOLDER  reads one backup from its first to its last byte
It contains all data and the secret that decrypts it: store it where only you can read it, on another machine.`

/**
 * Copies everything that an installation needs, with or without a running server, and reads the
 * copy once more.
 */
await command(import.meta.url, async () => {
  const wish = readWish()
  if (wish.check) {
    const manifest = await checkBackup(wish.check)
    say(`Good: ${wish.check}, made at ${manifest.madeAt}, ${headText(manifest.head)}`)
    return 0
  }

  const source = await resolveSource()
  const { path, isRight } = await makeBackup(source, wish.to)
  say(`Written and read again: ${path}`)
  if (!isRight) say('Its ledger is wrong, as the original is: docs/operating/frozen-ledger.md')

  return isRight ? 0 : 1
})

function readWish() {
  const text = /** @type {const} */ ({ type: 'string' })
  const { values, positionals } = parseArgs({
    options: { to: text, check: text },
    strict: false,
  })
  const { to, check } = values
  // further names: a pattern of the shell that matched several backups
  if (positionals.length > 0) throw new Refusal(USAGE)
  if (typeof check === 'string' && !to) return { check: resolve(check), to: '' }
  if (typeof to !== 'string' || 'cluster' in values) throw new Refusal(USAGE)

  return { check: undefined, to: resolve(to) }
}

/**
 * The database as its owner: the one that runs, or one that is started for the time of this
 * command.
 */
async function resolveSource() {
  const settings = await readSettings()
  if (settings.DATABASE_URL) {
    if (!settings.DATABASE_MIGRATION_URL)
      throw new Refusal('A backup needs DATABASE_MIGRATION_URL: the login that owns the tables.')
    return { config: settings, ownerUrl: settings.DATABASE_MIGRATION_URL, embedded: undefined }
  }

  const embedded = findCluster(settings.DATA_DIR)
  if (!embedded)
    throw new Refusal(
      `There is nothing to back up below ${settings.DATA_DIR}: DATA_DIR names the folder.`,
    )

  const [url, ownerUrl] = await both(settings.DATA_DIR)
  if (url && ownerUrl) return { config: { ...settings, DATABASE_URL: url }, ownerUrl, embedded }

  const { config } = await prepareDatabase()
  const [, started] = await both(settings.DATA_DIR)
  if (!started) throw new Refusal(`The database below ${settings.DATA_DIR} doesn't answer.`)

  return { config, ownerUrl: started, embedded }
}

/** @param {string} dataDir */
async function both(dataDir) {
  return [await findRunning(dataDir, 'server'), await findRunning(dataDir, 'owner')]
}

/**
 * @typedef {import('../src/platform/config.ts').Config} Config
 * @typedef {Pick<import('./postgres-cluster.js').Cluster, 'path' | 'passwords'>} Embedded
 * @param {{ config: Config, ownerUrl: string, embedded: Embedded | undefined }} source
 * @param {string} to
 */
async function makeBackup({ config, ownerUrl, embedded }, to) {
  const begun = new Date().toISOString()
  const name = `candor-${begun.replace(/[-:]/g, '').replace(/\.\d+/, '')}`
  const path = join(to, name)
  const making = `${path}.making-${process.pid}`

  fs.mkdirSync(making, { recursive: true, mode: 0o700 })
  whenStopping(() => fs.rmSync(making, { recursive: true, force: true }))

  const { openApp } = await import('../src/app.ts')
  const { app, close } = await openApp({ ...config, LOG_LEVEL: 'silent' })

  try {
    const { findJournalHead } = await import('../src/modules/ledger/queries.ts')
    const found = await findJournalHead(app.db)
    const head = found
      ? { block: String(found.block), seq: String(found.seq), hash: found.hash }
      : null
    const how = embedded ? 'cluster' : 'dump'
    const postgres = await readMajorVersion(ownerUrl)

    await copyAnchors(app, making)
    let isRight = true
    if (embedded) {
      isRight = await copyVerified({ config, ownerUrl, embedded }, making, { head, madeAt: begun })
    } else {
      say('Copying the database with pg_dump')
      await dump(ownerUrl, join(making, NAMES.dump), postgres)
    }

    await copyFiles(app, making)

    /** @type {import('./backup-contents.js').Manifest} */
    const manifest = {
      format: 1,
      madeAt: begun,
      finishedAt: new Date().toISOString(),
      candor: readVersion(),
      how,
      postgres,
      head,
      migration: allMigrations().at(-1) ?? '',
      contents: await listContents(making),
    }

    writeManifest(making, manifest)
    say(`Reading it again: ${manifest.contents.length} files`)
    await checkBackup(making)
    fs.renameSync(making, path)

    const { recordBackup: noteBackup } = await import(
      '../src/modules/operations/commands/record-backup.ts'
    )
    const bytes = manifest.contents.reduce((sum, content) => sum + content.bytes, 0)
    if (isRight) await noteBackup(app, { at: new Date(begun), how, bytes, seq: found?.seq ?? 0n })
    say(`${manifest.contents.length} files, ${(bytes / 1e6).toFixed(1)} MB; ${headText(head)}`)

    return { path, isRight }
  } finally {
    await close()
  }
}

/** @param {import('./backup-contents.js').Manifest['head']} head */
function headText(head) {
  return head ? `head of the journal: row ${head.seq}, ${head.hash}` : 'no row is chained yet'
}

/** @param {string} url */
async function readMajorVersion(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int / 10000 as major",
    )
    return Number(rows[0].major)
  } finally {
    await client.end()
  }
}

/**
 * Copies the anchors. They come before the database: an anchor is published after its rows, so that
 * the copy has the rows of each anchor.
 * @param {import('../src/platform/app.ts').App} app
 * @param {string} making
 */
async function copyAnchors({ config, anchors }, making) {
  const to = join(making, 'anchors')
  if (listFoldersInBucket(config).includes('anchors')) await saveStored(anchors, to)
  else copySynced(config.ANCHOR_DIR ?? join(config.DATA_DIR, 'anchors'), to)
}

/**
 * Copies uploads and the secret. They come after the database: a file is written before the row
 * that names it, so that each row of the copy finds its file.
 * @param {import('../src/platform/app.ts').App} app
 * @param {string} making
 */
async function copyFiles({ config, files }, making) {
  if (config.S3_BUCKET) await saveStored(files, join(making, 'files'))
  else copySynced(join(config.DATA_DIR, 'files'), join(making, 'files'))

  copySecret(config.DATA_DIR, making)
}

/**
 * @param {string} dataDir
 * @param {string} making
 */
function copySecret(dataDir, making) {
  const secret = join(dataDir, NAMES.secret)
  if (!fs.existsSync(secret)) return
  const text = fs.readFileSync(secret, 'utf8')
  fs.writeFileSync(join(making, NAMES.secret), text, { mode: 0o600, flush: true })
}

/**
 * Last of all, so that what has none isn't whole.
 * @param {string} folder
 * @param {import('./backup-contents.js').Manifest} manifest
 */
function writeManifest(folder, manifest) {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  fs.writeFileSync(join(folder, NAMES.manifest), text, { mode: 0o600, flush: true })
}
