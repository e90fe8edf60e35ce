import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkBackup, copySynced, listContents, NAMES } from './backup-contents.js'
import { baseBackup } from './base-backup.js'
import { command, project } from './command.js'
import { allMigrations, prepareDatabase, readSettings } from './database.js'
import { dump } from './dump.js'
import { findRunning } from './postgres.js'
import { findCluster } from './postgres-cluster.js'
import { Refusal, say } from './print.js'
import { whenStopping } from './shutdown.js'

const USAGE = `Say where it goes:
  npm run backup -- --to FOLDER            makes FOLDER/candor-TIME with the database, uploads, anchors and secret
  npm run backup -- --to FOLDER --cluster  of a database of your own: the whole server's files, for point-in-time restore
  npm run backup -- --check FOLDER         reads one backup from its first to its last byte
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

  const source = await resolveSource(wish.cluster)
  const path = await makeBackup(source, wish)
  say(`Written and read again: ${path}`)

  return 0
})

function readWish() {
  const text = /** @type {const} */ ({ type: 'string' })
  const options = { to: text, check: text, cluster: /** @type {const} */ ({ type: 'boolean' }) }
  const { values } = parseArgs({ options, strict: false })
  const { to, check } = values
  if (typeof check === 'string' && !to) return { check: resolve(check), to: '', cluster: false }
  if (typeof to !== 'string') throw new Refusal(USAGE)

  return { check: undefined, to: resolve(to), cluster: values.cluster === true }
}

/**
 * The database as its owner: the one that runs, or one that is started for the time of this
 * command.
 * @param {boolean} cluster
 */
async function resolveSource(cluster) {
  const settings = await readSettings()
  if (settings.DATABASE_URL) {
    if (!settings.DATABASE_MIGRATION_URL)
      throw new Refusal('A backup needs DATABASE_MIGRATION_URL: the login that owns the tables.')
    return { config: settings, ownerUrl: settings.DATABASE_MIGRATION_URL, passwords: undefined }
  }

  if (cluster)
    throw new Refusal('The embedded database is always copied with its files: leave --cluster out.')

  const found = findCluster(settings.DATA_DIR)
  if (!found)
    throw new Refusal(
      `There is nothing to back up below ${settings.DATA_DIR}: DATA_DIR names the folder.`,
    )

  const { passwords } = found
  const [url, ownerUrl] = await both(settings.DATA_DIR)
  if (url && ownerUrl) return { config: { ...settings, DATABASE_URL: url }, ownerUrl, passwords }

  const { config } = await prepareDatabase()
  const [, started] = await both(settings.DATA_DIR)
  if (!started) throw new Refusal(`The database below ${settings.DATA_DIR} doesn't answer.`)

  return { config, ownerUrl: started, passwords }
}

/** @param {string} dataDir */
async function both(dataDir) {
  return [await findRunning(dataDir, 'server'), await findRunning(dataDir, 'owner')]
}

/**
 * @typedef {import('../src/platform/config.ts').Config} Config
 * @param {{ config: Config, ownerUrl: string, passwords: object | undefined }} source passwords:
 *   of the embedded database
 * @param {{ to: string, cluster: boolean }} wish
 */
async function makeBackup({ config, ownerUrl, passwords }, wish) {
  const begun = new Date().toISOString()
  const name = `candor-${begun.replace(/[-:]/g, '').replace(/\.\d+/, '')}`
  const path = join(wish.to, name)
  const making = `${path}.making-${process.pid}`

  fs.mkdirSync(making, { recursive: true, mode: 0o700 })
  whenStopping(() => fs.rmSync(making, { recursive: true, force: true }))

  const { openApp } = await import('../src/app.ts')
  const { app, close } = await openApp({ ...config, LOG_LEVEL: 'silent' })

  try {
    const { findJournalHead } = await import('../src/modules/ledger/queries.ts')
    const head = await findJournalHead(app.db)
    const how = passwords || wish.cluster ? 'cluster' : 'dump'

    say(
      how === 'cluster'
        ? 'Copying the database with its files'
        : 'Copying the database with pg_dump',
    )

    const server = await readServerInfo(ownerUrl)
    if (how === 'cluster')
      await baseBackup(ownerUrl, {
        archive: join(making, NAMES.archive),
        list: join(making, NAMES.list),
      })
    else await dump(ownerUrl, join(making, NAMES.dump), server.major)

    copyFiles(config, making, passwords)

    /** @type {import('./backup-contents.js').Manifest} */
    const manifest = {
      format: 1,
      madeAt: begun,
      finishedAt: new Date().toISOString(),
      candor: version(),
      how,
      postgres: server.major,
      segment: server.segment,
      head: head ? { block: String(head.block), seq: String(head.seq), hash: head.hash } : null,
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
    await noteBackup(app, { at: new Date(begun), how, bytes, seq: head?.seq ?? 0n })
    say(
      `${manifest.contents.length} files, ${(bytes / 1e6).toFixed(1)} MB; ` +
        `${headText(manifest.head)}`,
    )

    return path
  } finally {
    await close()
  }
}

/** @param {import('./backup-contents.js').Manifest['head']} head */
function headText(head) {
  return head ? `head of the journal: row ${head.seq}, ${head.hash}` : 'no row is chained yet'
}

function version() {
  return JSON.parse(fs.readFileSync(join(project, 'package.json'), 'utf8')).version
}

/** @param {string} url */
async function readServerInfo(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int / 10000 as major, setting::int as " +
        "segment from pg_settings where name = 'wal_segment_size'",
    )
    return /** @type {{ major: number, segment: number }} */ (rows[0])
  } finally {
    await client.end()
  }
}

/**
 * What lies beside the database. It comes after it: a file is written before the row that names it,
 * so that each row of the copy finds its file.
 * @param {Config} config
 * @param {string} making
 * @param {object | undefined} passwords
 */
function copyFiles(config, making, passwords) {
  copySynced(join(config.DATA_DIR, 'files'), join(making, 'files'))
  copySynced(config.ANCHOR_DIR ?? join(config.DATA_DIR, 'anchors'), join(making, 'anchors'))

  const secret = join(config.DATA_DIR, NAMES.secret)
  const writePrivateFile = (/** @type {string} */ name, /** @type {string} */ text) =>
    fs.writeFileSync(join(making, name), text, { mode: 0o600, flush: true })

  if (fs.existsSync(secret)) writePrivateFile(NAMES.secret, fs.readFileSync(secret, 'utf8'))
  if (passwords) writePrivateFile(NAMES.login, JSON.stringify(passwords))
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
