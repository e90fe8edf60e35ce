import * as fs from 'node:fs'
import { join } from 'node:path'
import { listFoldersInBucket } from './bucket.js'
import { command } from './command.js'
import { allMigrations, hashMigration, readSettings } from './database.js'
import { describeBackups, formatAge } from './doctor-backup.js'
import { checkReplication } from './doctor-replication.js'
import { describeLive } from './live.js'
import { findRunning } from './postgres.js'
import { findCluster } from './postgres-cluster.js'
import { Refusal } from './print.js'

/**
 * @typedef {import('../src/platform/config.ts').Config} Config
 * @typedef {{ state: 'good' | 'note' | 'WRONG', name: string, text: string }} Finding
 */

/** @type {Finding[]} */
const found = []
/**
 * @param {Finding['state']} state
 * @param {string} name
 * @param {string} text
 */
const report = (state, name, text) => {
  found.push({ state, name, text })
  process.stdout.write(`${state.padEnd(5)}  ${name.padEnd(12)}  ${text}\n`)
}

const SKEW_MS = 2_000
const MIN_FREE = 0.1

/**
 * Looks at everything that this installation needs and says in plain words what is wrong; changes
 * nothing, prints no secret.
 */
await command(import.meta.url, async () => {
  report('good', 'Node', process.versions.node)

  const config = await readSettings().catch((error) => {
    if (!(error instanceof Refusal)) throw error
    for (const line of error.message.split('\n').slice(1)) report('WRONG', 'settings', line.trim())
    return undefined
  })

  if (config) {
    report('good', 'settings', `${config.MODE}, at ${config.PUBLIC_URL}`)
    if (config.DATABASE_URL && !process.env.PUBLIC_URL)
      report('WRONG', 'PUBLIC_URL', `not set; links in emails would lead to ${config.PUBLIC_URL}`)
    checkFolder(config)
    await checkBucket(config)
    checkSecret(config)
    checkBrand(config)
    await checkMail(config)
    await checkDatabase(config)
    if (config.MODE === 'live') await checkLive(config)
  }

  const wrong = found.filter(({ state }) => state === 'WRONG').length
  process.stdout.write(`\n${wrong === 0 ? 'No problems found.' : `Problems found: ${wrong}.`}\n`)

  return wrong === 0 ? 0 : 1
})

/** @param {Config} config */
function checkFolder({ DATA_DIR: folder }) {
  if (!fs.existsSync(folder))
    return report('note', 'DATA_DIR', `${folder} doesn't exist yet; the first start creates it`)

  try {
    fs.accessSync(folder, fs.constants.W_OK)
  } catch {
    return report('WRONG', 'DATA_DIR', `this user can't write to ${folder}`)
  }

  report('good', 'DATA_DIR', folder)

  const { blocks, bavail } = fs.statfsSync(folder)
  const free = Math.floor((bavail / blocks) * 100)
  report(free < MIN_FREE * 100 ? 'WRONG' : 'good', 'disk', `${free}% free in DATA_DIR`)

  const uploads = join(folder, 'files')
  const open = fs.existsSync(uploads) && (fs.statSync(uploads).mode & 0o077) !== 0
  report(
    open ? 'WRONG' : 'good',
    'uploads',
    open
      ? `other users of this machine can read ${uploads}; run chmod 700 on it`
      : 'only this user can read them',
  )
}

/** @param {Config} config */
async function checkBucket(config) {
  const { buildS3Options } = await import('../src/platform/files/s3-options.ts')
  const { probeS3 } = await import('../src/platform/files/s3-probe.ts')
  const options = buildS3Options(config)
  if (!options) return

  const { bucket, endpoint } = options
  const probed = await probeS3(options).catch((error) => String(error.message))
  if (typeof probed === 'string') return report('WRONG', 'bucket', probed)

  const { isPublic, hasVersions } = probed
  report('good', 'bucket', `${bucket} at ${endpoint}: write, read and delete work`)
  if (isPublic) report('WRONG', 'bucket', `the files in ${bucket} are public`)

  if (hasVersions)
    report(
      'note',
      'bucket',
      'versioning is on; deleted files stay until a lifecycle rule of the bucket removes them',
    )

  const { openFolders } = await import('../src/platform/files/open-files.ts')
  const folders = openFolders(config)

  for (const name of listFoldersInBucket(config))
    for await (const _file of folders[name].list()) {
      const path = join(config.DATA_DIR, name)
      report(
        'note',
        'bucket',
        `${path} also has files; npm run copy-files compares and copies them`,
      )
      break
    }
}

/** @param {Config} config */
function checkSecret({ SECRET, DATA_DIR, MODE }) {
  const path = join(DATA_DIR, 'secret')
  const secretExists = fs.existsSync(path)
  if (secretExists && (fs.statSync(path).mode & 0o077) !== 0)
    return report(
      'WRONG',
      'secret',
      `other users of this machine can read ${path}; run chmod 600 on it`,
    )
  if (SECRET && secretExists && fs.readFileSync(path, 'utf8').trim() !== SECRET)
    return report('note', 'secret', `SECRET is used; ${path} contains another one that is ignored`)
  if (SECRET) return report('good', 'secret', 'from SECRET')
  if (MODE === 'live') return report('WRONG', 'secret', 'SECRET is not set; live needs it')
  if (secretExists) return report('good', 'secret', `in ${path}`)

  report('note', 'secret', 'none yet; the first start creates one')
}

/** @param {Config} config */
function checkBrand({ BRAND_DIR, brand, OPERATOR_NAME }) {
  if (!BRAND_DIR) return report('note', 'brand', 'default; set BRAND_DIR to use your own')
  report('good', 'brand', `${brand.name ?? OPERATOR_NAME}, from ${BRAND_DIR}`)
}

/** @param {Config} config */
async function checkMail({ SMTP_URL, MODE, ALERT_MAIL }) {
  if (!SMTP_URL)
    return MODE === 'live'
      ? report('WRONG', 'mail', 'SMTP_URL is not set; live needs it')
      : report('note', 'mail', 'SMTP_URL is not set; emails and alerts go only to /dev/mailbox')

  const { verifyMailServer: greetMailServer } = await import('../src/platform/mail/mail.ts')
  const { hostname } = new URL(SMTP_URL)

  try {
    await greetMailServer(SMTP_URL, MODE === 'live')
    report('good', 'mail', `connected and logged in to ${hostname}`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    report('WRONG', 'mail', `${hostname} doesn't accept email (${code})`)
  }

  const who =
    ALERT_MAIL.length > 0
      ? `${ALERT_MAIL.length} ${ALERT_MAIL.length === 1 ? 'address' : 'addresses'}`
      : 'every owner'
  report('good', 'alerts', `emailed to ${who}`)
}

/** @param {Error} error */
function reportMode({ message }) {
  const isMode = message.startsWith('The database was made for') || message.includes('no mode yet')
  report(
    'WRONG',
    isMode ? 'mode' : 'database',
    isMode ? message : "can't be checked. Is DATABASE_URL right, and is the database running?",
  )
}

/** @param {Config} config */
async function checkDatabase(config) {
  if (config.MODE === 'live' && !config.DATABASE_URL)
    return report('WRONG', 'database', 'DATABASE_URL is not set; live needs it')

  const url = config.DATABASE_URL ?? (await findRunning(config.DATA_DIR).catch(() => undefined))
  if (!url) {
    const made = findCluster(config.DATA_DIR)
    const text = made
      ? 'the embedded database isn’t running; start Candor to check it'
      : 'none yet; the first start creates one'
    return report(made ? 'WRONG' : 'note', 'database', text)
  }

  const { openApp } = await import('../src/app.ts')
  const read = { ...config, DATABASE_URL: url, LOG_LEVEL: /** @type {const} */ ('silent') }
  const opened = await openApp(read, { marksLive: false }).catch((error) => reportMode(error))
  if (!opened) return

  const { app, pool, close } = opened
  report('good', 'mode', `the database was created for MODE=${config.MODE}`)

  try {
    await checkServer(pool)
    await checkRoles(pool, config, url)
    if (await checkMigrations(pool)) {
      await checkReplication(app.db, report)
      await checkInstallation(app)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    report(
      'WRONG',
      'database',
      `can't be checked${code}. Is DATABASE_URL right, and is the database running?`,
    )
  } finally {
    await close()
  }
}

/** @param {import('pg').Pool} pool */
async function checkServer(pool) {
  const begun = Date.now()
  const { rows } = await pool.query(
    "select current_setting('server_version') as version, " +
      "current_setting('server_version_num')::int / 10000 as major, current_setting('fsync') " +
      'as fsync, clock_timestamp() as now',
  )

  const [{ version, major, fsync, now }] = rows
  const isSupported = major >= 15 && major <= 18
  report(
    isSupported ? 'good' : 'WRONG',
    'database',
    `PostgreSQL ${version}${isSupported ? '' : ' is not supported; use 15 to 18'}`,
  )

  if (fsync !== 'on')
    report('WRONG', 'database', 'fsync is off; a power failure can lose acknowledged transactions')

  const skew = now.getTime() - (begun + Date.now()) / 2
  const text = `${(skew / 1000).toFixed(1)} s between the database and this machine`
  report(Math.abs(skew) > SKEW_MS ? 'WRONG' : 'good', 'clock', text)
}

/**
 * @param {import('pg').Pool} pool
 * @param {Config} config
 * @param {string} url
 */
async function checkRoles(pool, config, url) {
  const { rows } = await pool.query(
    'select session_user as login, r.rolsuper as super, pg_has_role(session_user, ' +
      "'candor_app', 'member') as app, coalesce(pg_has_role(session_user, " +
      "to_regrole('candor_watcher'), 'member'), false) as watches, (select count(*)::int from pg_class where relowner = " +
      'r.oid) as owns from pg_roles r where r.rolname = session_user',
  )

  const [{ login, super: superuser, app, watches, owns }] = rows

  if (superuser || owns > 0)
    report(
      'WRONG',
      'roles',
      `${login} ${superuser ? 'is a superuser' : 'owns tables'}; the server needs a login that ` +
        `owns nothing`,
    )
  else
    report(
      app ? 'good' : 'WRONG',
      'roles',
      `${login} is ${app ? '' : 'no '}member of candor_app and owns nothing`,
    )

  if (config.MODE === 'live' && watches && !superuser)
    report(
      'WRONG',
      'roles',
      `${login} may record payments that no chain shows; give DATABASE_WATCHER_URL a login of ` +
        'its own and revoke candor_watcher from this one',
    )

  if (
    config.DATABASE_MIGRATION_URL &&
    new URL(config.DATABASE_MIGRATION_URL).username === new URL(url).username
  )
    report('WRONG', 'roles', 'DATABASE_URL and DATABASE_MIGRATION_URL use the same login')
}

/**
 * Answers whether the tables can be read.
 * @param {import('pg').Pool} pool
 */
async function checkMigrations(pool) {
  const { rows } = await pool
    .query('select name, sha256 from migration')
    .catch(() => ({ rows: [] }))
  const landed = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const other = allMigrations().filter((name) => landed.get(name) !== hashMigration(name))
  // A changed function or view is applied again; a changed file of db/schema never is.
  const edited = other.filter((name) => name.startsWith('schema/') && landed.has(name))
  const missing = other.filter((name) => !edited.includes(name))

  if (missing.length > 0)
    report('WRONG', 'migrations', `${missing.length} are missing; run npm run migrate`)

  if (edited.length > 0)
    report('WRONG', 'migrations', `changed after they were applied: ${edited.join(', ')}`)
  if (missing.length + edited.length === 0)
    report('good', 'migrations', `all ${landed.size}, up to ${allMigrations().at(-1)}`)

  return missing.length === 0
}

/** @param {import('../src/platform/app.ts').App} app */
async function checkInstallation(app) {
  const { healthChecks } = await import('../src/modules/operations/queries/health-checks.ts')
  const { SOURCES } = await import('../src/modules/operations/model.ts')
  const { findLastCheckTime } = await import('../src/modules/operations/queries.ts')
  const { getChainHealth } = await import('../src/modules/ledger/queries.ts')
  const { findGoodCheck } = await import('../src/modules/integrity/queries.ts')
  const { listUnpricedCoins } = await import('../src/modules/market/queries.ts')
  let wrong = 0

  for (const [source, check] of Object.entries(healthChecks)) {
    if (source === 'disk-full' || source === 'files-unreachable') continue

    const problem = await check(app)
    if (problem)
      report(
        'WRONG',
        source,
        `${SOURCES[/** @type {keyof typeof SOURCES} */ (source)]}. ${problem}`,
      )

    if (problem) wrong++
  }

  const priceless = await listUnpricedCoins(app)
  const feeds = app.config.PRICE_FEEDS.join(', ')

  if (priceless.length === 0)
    report('good', 'prices', `available for every currency, from ${feeds}`)
  else
    report(
      'WRONG',
      'prices',
      `no two feeds agree on ${priceless.join(', ')}. Can this machine reach ${feeds}?`,
    )

  const { lagSeconds } = await getChainHealth(app.db)

  if (wrong === 0) report('good', 'health', 'no problems with ledger, jobs, email and backups')

  report(
    'note',
    'ledger',
    `last passed check ${formatAge((await findGoodCheck(app.db))?.startedAt)}; hash chain ` +
      `${Math.round(lagSeconds)} s behind`,
  )

  const lastCheckAt = await findLastCheckTime(app.db)
  const silent = lastCheckAt !== null && Date.now() - lastCheckAt.getTime() > 5 * 60_000
  report(silent ? 'WRONG' : 'note', 'worker', `health checks last run ${formatAge(lastCheckAt)}`)
  await describeBackups(app.db, report)
}

/**
 * Prints the list of a live installation, as a refused start and `npm run go-live` print it.
 * @param {Config} config
 */
async function checkLive(config) {
  const { lines, items } = await describeLive(config)
  process.stdout.write(`\nLive mode needs:\n\n${lines.map((line) => `  ${line}\n`).join('')}\n`)

  for (const { state, label, problems } of items)
    if (state !== 'ok') found.push({ state: 'WRONG', name: label, text: problems.join('. ') })
}
