import * as fs from 'node:fs'
import { join } from 'node:path'
import { command } from './command.js'
import { allMigrations, hashMigration, readSettings } from './database.js'
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
    checkFolder(config)
    checkSecret(config)
    checkBrand(config)
    await checkMail(config)
    await checkDatabase(config)
  }

  const wrong = found.filter(({ state }) => state === 'WRONG').length
  process.stdout.write(
    `\n${wrong === 0 ? 'Nothing is wrong.' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`}\n`,
  )

  return wrong === 0 ? 0 : 1
})

/** @param {Config} config */
function checkFolder({ DATA_DIR: folder }) {
  if (!fs.existsSync(folder))
    return report('note', 'DATA_DIR', `${folder} doesn't exist yet: the first start makes it`)

  try {
    fs.accessSync(folder, fs.constants.W_OK)
  } catch {
    return report('WRONG', 'DATA_DIR', `${folder} can't be written by this user`)
  }

  report('good', 'DATA_DIR', folder)

  const { blocks, bavail } = fs.statfsSync(folder)
  const free = Math.floor((bavail / blocks) * 100)
  report(free < MIN_FREE * 100 ? 'WRONG' : 'good', 'disk', `${free} % free below DATA_DIR`)

  const uploads = join(folder, 'files')
  const open = fs.existsSync(uploads) && (fs.statSync(uploads).mode & 0o077) !== 0
  report(
    open ? 'WRONG' : 'good',
    'uploads',
    open ? `others of this machine can read ${uploads}: chmod 700` : 'only this user can read them',
  )
}

/** @param {Config} config */
function checkSecret({ SECRET, DATA_DIR, MODE }) {
  const path = join(DATA_DIR, 'secret')
  const secretExists = fs.existsSync(path)
  if (secretExists && (fs.statSync(path).mode & 0o077) !== 0)
    return report('WRONG', 'secret', `others of this machine can read ${path}: chmod 600`)
  if (SECRET && secretExists && fs.readFileSync(path, 'utf8').trim() !== SECRET)
    return report('note', 'secret', `SECRET counts; another one lies in ${path}`)
  if (SECRET) return report('good', 'secret', 'from SECRET')
  if (secretExists) return report('good', 'secret', `in ${path}`)

  report(MODE === 'live' ? 'WRONG' : 'note', 'secret', 'none yet: the first start makes one')
}

/** @param {Config} config */
function checkBrand({ BRAND_DIR, brand, OPERATOR_NAME }) {
  if (!BRAND_DIR)
    return report('note', 'brand', 'the one that is shipped: BRAND_DIR names a folder of yours')
  report('good', 'brand', `${brand.name ?? OPERATOR_NAME}, from ${BRAND_DIR}`)
}

/** @param {Config} config */
async function checkMail({ SMTP_URL, MODE, ALERT_MAIL }) {
  if (!SMTP_URL)
    return report('note', 'mail', 'no SMTP_URL: mail stays in /dev/mailbox, alerts too')

  const { verifyMailServer: greetMailServer } = await import('../src/platform/mail/mail.ts')
  const { hostname } = new URL(SMTP_URL)

  try {
    await greetMailServer(SMTP_URL, MODE === 'live')
    report('good', 'mail', `${hostname} answers and lets us in`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    report('WRONG', 'mail', `${hostname} takes no mail from us (${code})`)
  }

  const who = ALERT_MAIL.length > 0 ? `${ALERT_MAIL.length} addresses` : 'every owner'
  report(
    MODE === 'live' && ALERT_MAIL.length === 0 ? 'WRONG' : 'good',
    'alerts',
    `are mailed to ${who}`,
  )
}

/** @param {Error} error */
function reportMode({ message }) {
  const isMode = message.startsWith('The database was made for') || message.includes('no mode yet')
  report(
    'WRONG',
    isMode ? 'mode' : 'database',
    isMode ? message : "can't be looked at: is DATABASE_URL right, and does it run?",
  )
}

/** @param {Config} config */
async function checkDatabase(config) {
  const url = config.DATABASE_URL ?? (await findRunning(config.DATA_DIR).catch(() => undefined))
  if (!url) {
    const made = findCluster(config.DATA_DIR)
    const text = made
      ? 'the embedded one isn’t running: start Candor to look into it'
      : 'none yet: the first start makes one'
    return report(made ? 'WRONG' : 'note', 'database', text)
  }

  const { openApp } = await import('../src/app.ts')
  const opened = await openApp({ ...config, DATABASE_URL: url, LOG_LEVEL: 'silent' }).catch(
    (error) => reportMode(error),
  )
  if (!opened) return

  const { app, pool, close } = opened
  report('good', 'mode', `the database was made for MODE=${config.MODE}`)

  try {
    await checkServer(pool)
    await checkRoles(pool, config, url)
    if (await checkMigrations(pool)) await checkInstallation(app)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    report(
      'WRONG',
      'database',
      `can't be looked at${code}: is DATABASE_URL right, and does it run?`,
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
      "as fsync, current_setting('archive_mode') as archive, clock_timestamp() as now",
  )

  const [{ version, major, fsync, archive, now }] = rows
  const isSupported = major >= 15 && major <= 18
  report(
    isSupported ? 'good' : 'WRONG',
    'database',
    `PostgreSQL ${version}${isSupported ? '' : ': 15 to 18 are tested'}`,
  )

  if (fsync !== 'on')
    report('WRONG', 'database', 'fsync is off: a power cut loses what was acknowledged')

  const skew = now.getTime() - (begun + Date.now()) / 2
  const text = `${(skew / 1000).toFixed(1)} s between the database and this machine`
  report(Math.abs(skew) > SKEW_MS ? 'WRONG' : 'good', 'clock', text)
  if (archive === 'off')
    report('note', 'log archive', 'off: a restore goes back to the last backup, not to a moment')
}

/**
 * @param {import('pg').Pool} pool
 * @param {Config} config
 * @param {string} url
 */
async function checkRoles(pool, config, url) {
  const { rows } = await pool.query(
    'select session_user as login, r.rolsuper as super, pg_has_role(session_user, ' +
      "'candor_app', 'member') as app, (select count(*)::int from pg_class where relowner = " +
      'r.oid) as owns from pg_roles r where r.rolname = session_user',
  )

  const [{ login, super: superuser, app, owns }] = rows

  if (superuser || owns > 0)
    report(
      'WRONG',
      'roles',
      `${login} ${superuser ? 'is a superuser' : 'owns tables'}: the server needs a login that ` +
        `owns nothing`,
    )
  else
    report(
      app ? 'good' : 'WRONG',
      'roles',
      `${login} is ${app ? '' : 'no '}member of candor_app and owns nothing`,
    )

  if (
    config.DATABASE_MIGRATION_URL &&
    new URL(config.DATABASE_MIGRATION_URL).username === new URL(url).username
  )
    report('WRONG', 'roles', 'DATABASE_URL and DATABASE_MIGRATION_URL are one login')
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
    report(
      'WRONG',
      'migrations',
      `${missing.length} are missing: start Candor with the migrating login`,
    )

  if (edited.length > 0)
    report('WRONG', 'migrations', `edited after they landed: ${edited.join(', ')}`)
  if (missing.length + edited.length === 0)
    report('good', 'migrations', `all ${landed.size}, up to ${allMigrations().at(-1)}`)

  return missing.length === 0
}

/** @param {import('../src/platform/app.ts').App} app */
async function checkInstallation(app) {
  const { healthChecks } = await import('../src/modules/operations/queries/health-checks.ts')
  const { SOURCES } = await import('../src/modules/operations/model.ts')
  const { findLastBackup, findLastCheckTime } = await import('../src/modules/operations/queries.ts')
  const { getChainHealth } = await import('../src/modules/ledger/queries.ts')
  const { findGoodCheck } = await import('../src/modules/integrity/queries.ts')
  const { listUnpricedCoins } = await import('../src/modules/market/queries.ts')
  let wrong = 0

  for (const [source, check] of Object.entries(healthChecks)) {
    if (source === 'disk-full') continue

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

  if (priceless.length === 0) report('good', 'prices', `of every coin, from ${feeds}`)
  else
    report(
      'WRONG',
      'prices',
      `no two feeds agree on ${priceless.join(', ')}: can ${feeds} be reached?`,
    )

  const ago = (/** @type {Date | null | undefined} */ then) =>
    then ? `${Math.round((Date.now() - then.getTime()) / 60_000)} minutes ago` : 'never'
  const { lagSeconds } = await getChainHealth(app.db)

  if (wrong === 0) report('good', 'health', 'ledger, jobs, mail and backups are in order')

  report(
    'note',
    'ledger',
    `last good check ${ago((await findGoodCheck(app.db))?.startedAt)}; hash chain ` +
      `${Math.round(lagSeconds)} s behind`,
  )

  const lastCheckAt = await findLastCheckTime(app.db)
  const silent = lastCheckAt !== null && Date.now() - lastCheckAt.getTime() > 5 * 60_000
  report(silent ? 'WRONG' : 'note', 'worker', `last ran the health checks ${ago(lastCheckAt)}`)
  report('note', 'backup', `last one made ${ago(await findLastBackup(app.db))}`)
  if (app.config.MODE === 'live') await checkAddresses(app)
}

/** @param {import('../src/platform/app.ts').App} app */
async function checkAddresses({ db, config, clock }) {
  const { listPaymentMethods } = await import('../src/modules/settings/queries.ts')
  const methods = await listPaymentMethods(db, config, clock.now())
  const none = methods.every(({ address }) => !address)

  for (const { label, address } of methods)
    if (address) report('good', 'payments', `${label} has an address`)
    else
      report(
        none ? 'WRONG' : 'note',
        'payments',
        `${label} has no receiving address: no member can deposit with it`,
      )
}
