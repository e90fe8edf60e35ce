import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkBackup, copySynced, NAMES } from './backup-contents.js'
import { assertBucketEmpty, copyIntoBucket } from './bucket.js'
import { unpackCluster } from './cluster-files.js'
import { command, project } from './command.js'
import { readSettings } from './database.js'
import { restoreDump } from './dump.js'
import { adoptCluster } from './postgres-cluster.js'
import { Refusal, say } from './print.js'
import { reading } from './read-access.js'
import { describeRestoredHead } from './restored-head.js'
import { verifyLedger } from './verification.js'

const USAGE = `Name one backup, and an empty or new folder as DATA_DIR:
  DATA_DIR=FOLDER npm run restore -- --from BACKUP`

/**
 * Puts a backup into an empty place and nowhere else, reads the whole books there, and says their
 * head.
 */
await command(import.meta.url, async () => {
  const from = readSource()
  say(`Reading ${from}`)

  const manifest = await checkBackup(from)
  const config = await readSettings()
  assertEmpty(config.DATA_DIR)
  if (config.S3_BUCKET) await assertBucketEmpty(config)
  if (manifest.how === 'dump') await restoreOwn(config, manifest, from)
  else await restoreEmbedded(config.DATA_DIR, from)
  restoreFiles(config, from)
  if (config.S3_BUCKET && (await copyIntoBucket(config)) > 0)
    throw new Refusal('Another process writes to that bucket: restore with another S3_PREFIX.')

  return await reading(async (app) => {
    const code = await verifyLedger(app)
    say(await describeRestoredHead(app.db, manifest))

    return code
  })
})

/** @typedef {import('./backup-contents.js').Manifest} Manifest */

function readSource() {
  const options = { from: /** @type {const} */ ({ type: 'string' }) }
  const { values, positionals } = parseArgs({ options, strict: false })
  const unknown = Object.keys(values).some((name) => name !== 'from')
  // further names: a pattern of the shell that matched several backups
  if (typeof values.from !== 'string' || unknown || positionals.length > 0) throw new Refusal(USAGE)

  return resolve(values.from)
}

/** @param {string} folder */
function assertEmpty(folder) {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new Refusal(`${folder} isn't empty. A backup is only restored into an empty folder.`)
}

/**
 * @param {string} dataDir
 * @param {string} from
 */
async function restoreEmbedded(dataDir, from) {
  const passwords = JSON.parse(fs.readFileSync(join(from, NAMES.login), 'utf8'))
  await adoptCluster({ dataDir, project, userNamespaces: true }, passwords, (path) =>
    unpackCluster(join(from, NAMES.archive), path),
  )
  say('Unpacked')
}

/**
 * @param {import('../src/platform/config.ts').Config} config
 * @param {Manifest} manifest
 * @param {string} from
 */
async function restoreOwn(config, manifest, from) {
  const url = config.DATABASE_MIGRATION_URL
  if (!config.DATABASE_URL || !url)
    throw new Refusal(
      'A dump is restored into an empty database. Set it in DATABASE_URL and DATABASE_MIGRATION_URL.',
    )

  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    const { rows } = await client.query(
      'select count(*)::int as n from pg_class c join pg_namespace n on n.oid = ' +
        "c.relnamespace where n.nspname not like 'pg\\_%' and n.nspname <> " +
        "'information_schema'",
    )

    if (rows[0].n > 0)
      throw new Refusal("That database isn't empty, and a backup is only put where nothing is.")

    await client.query(readRoles())
  } finally {
    await client.end()
  }

  await restoreDump(url, join(from, NAMES.dump), manifest.postgres)
  fs.mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
}

/** Returns the statements that create the roles and their memberships, which no dump has. */
function readRoles() {
  const text = fs.readFileSync(join(project, 'db/schema/0001-roles.sql'), 'utf8')
  return text.slice(0, text.indexOf('create schema'))
}

/**
 * @param {import('../src/platform/config.ts').Config} config
 * @param {string} from
 */
function restoreFiles(config, from) {
  copySynced(join(from, 'files'), join(config.DATA_DIR, 'files'))
  copySynced(join(from, 'anchors'), join(config.DATA_DIR, 'anchors'))
  const secret = join(from, NAMES.secret)
  if (fs.existsSync(secret)) fs.copyFileSync(secret, join(config.DATA_DIR, NAMES.secret))
}
