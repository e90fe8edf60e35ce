import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { checkBackup, copySynced, NAMES } from './backup-contents.js'
import { command, project } from './command.js'
import { readSettings } from './database.js'
import { restoreDump } from './dump.js'
import { startPostgres } from './postgres.js'
import { fetching } from './postgres-archive.js'
import { adoptCluster } from './postgres-cluster.js'
import { Refusal, say } from './print.js'
import { whenStopping } from './shutdown.js'

const USAGE = `Say what and where to; DATA_DIR names an empty folder:
  npm run restore -- --from BACKUP                              everything, as it was when the backup ended
  npm run restore -- --from BACKUP --wal ARCHIVE                and everything since that the archive has
  npm run restore -- --from BACKUP --wal ARCHIVE --until TIME   up to that moment, such as 2026-11-22T14:05:00Z
  --files FOLDER     uploads that are younger than the backup
  --cluster FOLDER   unpacks for a PostgreSQL of your own instead of starting ours`

/**
 * Puts a backup into an empty place and nowhere else, reads the whole books there, and says their
 * head.
 */
await command(import.meta.url, async () => {
  const wish = readWish()
  say(`Reading ${wish.from}`)

  const manifest = await checkBackup(wish.from)
  if (wish.cluster) return await unpackCluster(wish.cluster, manifest, wish)

  const config = await readSettings()
  assertEmpty(config.DATA_DIR)
  if (manifest.how === 'dump') await restoreOwn(config, manifest, wish)
  else await restoreEmbedded(config.DATA_DIR, wish)
  restoreFiles(config, wish)

  const code = await verifyIt()
  const found = await describeRestoredHead(manifest)
  say(found)

  return code
})

/**
 * @typedef {{ from: string, wal: string | undefined, until: string | undefined, files: string |
 *   undefined, cluster: string | undefined }} Wish
 * @typedef {import('./backup-contents.js').Manifest} Manifest
 * @returns {Wish}
 */
function readWish() {
  const option = /** @type {const} */ ({ type: 'string' })
  const options = { from: option, wal: option, until: option, files: option, cluster: option }
  const { values } = parseArgs({ options, strict: false })
  const path = (/** @type {unknown} */ value) =>
    typeof value === 'string' ? resolve(value) : undefined
  const from = path(values.from)
  const until = values.until === undefined ? undefined : new Date(String(values.until))

  if (!from || Object.values(values).includes(true)) throw new Refusal(USAGE)

  if (until && (Number.isNaN(until.getTime()) || !values.wal))
    throw new Refusal(
      `--until is a moment such as 2026-11-22T14:05:00Z, and needs --wal.\n${USAGE}`,
    )

  return {
    from,
    wal: path(values.wal),
    until: until?.toISOString().replace('T', ' ').replace('Z', '+00'),
    files: path(values.files),
    cluster: path(values.cluster),
  }
}

/** @param {string} folder */
function assertEmpty(folder) {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new Refusal(`${folder} isn't empty, and a backup is only put where nothing is.`)
}

/**
 * @param {string} dataDir
 * @param {Wish} wish
 */
async function restoreEmbedded(dataDir, wish) {
  const login = join(wish.from, NAMES.login)
  if (!fs.existsSync(login))
    throw new Refusal(
      'This is a backup of a server of your own: say --cluster FOLDER, and start it there.',
    )

  const { unpack } = await import('./tar.js')
  const passwords = JSON.parse(fs.readFileSync(login, 'utf8'))
  await adoptCluster({ dataDir, project, userNamespaces: true }, passwords, async (path) => {
    await unpack(join(wish.from, NAMES.archive), path)
    prepareRecovery(path, wish)
  })
  say('Unpacked; PostgreSQL reads its log')

  const postgres = await startPostgres({ dataDir, project, say })
  whenStopping(postgres.stop)
  await untilRecovered(postgres)
}

/**
 * Writes the recovery settings of the server: how far to recover, and from where.
 * @param {string} path
 * @param {Wish} wish
 */
function prepareRecovery(path, { wal, until }) {
  if (!wal) return

  const settings = [
    `restore_command = '${fetching(wal).replaceAll("'", "''")}'`,
    "recovery_target_timeline = 'latest'",
    "recovery_target_action = 'promote'",
    ...(until ? [`recovery_target_time = '${until}'`] : []),
  ]

  fs.appendFileSync(join(path, 'postgresql.auto.conf'), `${settings.join('\n')}\n`, { flush: true })
  fs.writeFileSync(join(path, 'recovery.signal'), '', { mode: 0o600, flush: true })
}

/** @param {import('./postgres.js').Postgres} postgres */
async function untilRecovered(postgres) {
  const { default: pg } = await import('pg')
  let ended = ''
  void postgres.ended.then((why) => {
    ended = why
  })

  for (;;) {
    if (ended)
      throw new Refusal(`${ended} The archive may end before the moment that --until names.`)

    const client = new pg.Client({ connectionString: postgres.ownerUrl })
    client.on('error', () => {})

    try {
      await client.connect()

      const { rows } = await client.query('select pg_is_in_recovery() as still')
      if (!rows[0].still) {
        for (const name of ['restore_command', 'recovery_target_time', 'recovery_target_action'])
          await client.query(`alter system reset ${name}`)
        return
      }
    } catch {
      // it is starting, or has ended: the next round tells
    } finally {
      await client.end().catch(() => {})
    }

    await pause(200)
  }
}

/**
 * @param {import('../src/platform/config.ts').Config} config
 * @param {Manifest} manifest
 * @param {Wish} wish
 */
async function restoreOwn(config, manifest, wish) {
  if (wish.wal)
    throw new Refusal(
      'A dump is of one moment: a point in time needs a backup made with --cluster.',
    )

  const url = config.DATABASE_MIGRATION_URL
  if (!config.DATABASE_URL || !url)
    throw new Refusal(
      'A dump goes into an empty database: name it in DATABASE_URL and DATABASE_MIGRATION_URL.',
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

    for (const role of ['candor_app', 'candor_read', 'ledger_owner'])
      await client.query(
        `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then ` +
          `create role ${role} nologin; end if; end $$`,
      )
  } finally {
    await client.end()
  }

  await restoreDump(url, join(wish.from, NAMES.dump), manifest.postgres)
  fs.mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 })
}

/**
 * @param {import('../src/platform/config.ts').Config} config
 * @param {Wish} wish
 */
function restoreFiles(config, { from, files }) {
  copySynced(join(from, 'files'), join(config.DATA_DIR, 'files'))
  copySynced(join(from, 'anchors'), join(config.DATA_DIR, 'anchors'))
  const secret = join(from, NAMES.secret)
  if (fs.existsSync(secret)) fs.copyFileSync(secret, join(config.DATA_DIR, NAMES.secret))
  if (files) copyYounger(files, join(config.DATA_DIR, 'files'))
}

/**
 * @param {string} from
 * @param {string} to
 */
function copyYounger(from, to) {
  fs.mkdirSync(to, { recursive: true, mode: 0o700 })
  fs.cpSync(from, to, { recursive: true, force: false })
}

/**
 * For a server of the operator's own: its files, and what to start it with.
 * @param {string} folder
 * @param {Manifest} manifest
 * @param {Wish} wish
 */
async function unpackCluster(folder, manifest, wish) {
  if (manifest.how !== 'cluster')
    throw new Refusal('This backup is a dump, which has no files of a server.')

  assertEmpty(folder)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })

  const { unpack } = await import('./tar.js')
  await unpack(join(wish.from, NAMES.archive), folder)
  prepareRecovery(folder, wish)
  say(
    `Unpacked into ${folder}. Give it to the account of PostgreSQL ${manifest.postgres}, ` +
      'start it there, wait until',
  )

  say(
    'it takes writes, put files, anchors and secret of the backup below DATA_DIR, and run ' +
      'npm run verify.',
  )

  return 0
}

/** @returns {Promise<number>} */
function verifyIt() {
  const child = spawn(process.execPath, [join(project, 'scripts/verify.js')], { stdio: 'inherit' })
  whenStopping(() => void child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/**
 * Reports where the restored journal ends, and checks that it continues the backup's journal.
 * @param {Manifest} manifest
 */
async function describeRestoredHead({ head, madeAt }) {
  const { reading } = await import('./read-access.js')
  return await reading(async ({ db }) => {
    const { findJournalHead, findJournalBlock } = await import('../src/modules/ledger/queries.ts')
    const now = await findJournalHead(db)
    const known = head ? await findJournalBlock(db, BigInt(head.block)) : null

    if (head && known?.hash !== head.hash)
      throw new Refusal(
        `The restored journal doesn't have block ${head.block} as the backup of ${madeAt} saw it.`,
      )

    return now
      ? `Restored up to row ${now.seq}, block ${now.block}, head ${now.hash}`
      : 'Restored: no row is chained yet'
  })
}
