import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { command, project } from './command.js'
import { allMigrations, readSettings } from './database.js'
import { findRunning } from './postgres.js'
import { findCluster } from './postgres-cluster.js'
import { Refusal } from './say.js'

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
const tell = (state, name, text) => {
  found.push({ state, name, text })
  process.stdout.write(`${state.padEnd(5)}  ${name.padEnd(12)}  ${text}\n`)
}

const SKEW_MS = 2_000
const LEAST_FREE = 0.1

/**
 * Looks at everything that this installation needs and says in plain words what is wrong; changes
 * nothing, prints no secret.
 */
await command(import.meta.url, async () => {
  tell('good', 'Node', process.versions.node)

  const config = await readSettings().catch((error) => {
    if (!(error instanceof Refusal)) throw error
    for (const line of error.message.split('\n').slice(1)) tell('WRONG', 'settings', line.trim())
    return undefined
  })

  if (config) {
    tell('good', 'settings', `${config.MODE}, at ${config.PUBLIC_URL}`)
    lookAtFolder(config)
    lookAtSecret(config)
    lookAtBrand(config)
    await lookAtMail(config)
    await lookAtDatabase(config)
  }

  const wrong = found.filter(({ state }) => state === 'WRONG').length
  process.stdout.write(
    `\n${wrong === 0 ? 'Nothing is wrong.' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`}\n`,
  )

  return wrong === 0 ? 0 : 1
})

/** @param {Config} config */
function lookAtFolder({ DATA_DIR: folder }) {
  if (!fs.existsSync(folder))
    return tell('note', 'DATA_DIR', `${folder} doesn't exist yet: the first start makes it`)

  try {
    fs.accessSync(folder, fs.constants.W_OK)
  } catch {
    return tell('WRONG', 'DATA_DIR', `${folder} can't be written by this user`)
  }

  tell('good', 'DATA_DIR', folder)

  const { blocks, bavail } = fs.statfsSync(folder)
  const free = Math.floor((bavail / blocks) * 100)
  tell(free < LEAST_FREE * 100 ? 'WRONG' : 'good', 'disk', `${free} % free below DATA_DIR`)

  const uploads = join(folder, 'files')
  const open = fs.existsSync(uploads) && (fs.statSync(uploads).mode & 0o077) !== 0
  tell(
    open ? 'WRONG' : 'good',
    'uploads',
    open ? `others of this machine can read ${uploads}: chmod 700` : 'only this user can read them',
  )
}

/** @param {Config} config */
function lookAtSecret({ SECRET, DATA_DIR, MODE }) {
  const path = join(DATA_DIR, 'secret')
  const kept = fs.existsSync(path)
  if (kept && (fs.statSync(path).mode & 0o077) !== 0)
    return tell('WRONG', 'secret', `others of this machine can read ${path}: chmod 600`)
  if (SECRET && kept && fs.readFileSync(path, 'utf8').trim() !== SECRET)
    return tell('note', 'secret', `SECRET counts; another one lies in ${path}`)
  if (SECRET) return tell('good', 'secret', 'from SECRET')
  if (kept) return tell('good', 'secret', `in ${path}`)

  tell(MODE === 'live' ? 'WRONG' : 'note', 'secret', 'none yet: the first start makes one')
}

/** @param {Config} config */
function lookAtBrand({ BRAND_DIR, brand, OPERATOR_NAME }) {
  if (!BRAND_DIR)
    return tell('note', 'brand', 'the one that is shipped: BRAND_DIR names a folder of yours')
  tell('good', 'brand', `${brand.name ?? OPERATOR_NAME}, from ${BRAND_DIR}`)
}

/** @param {Config} config */
async function lookAtMail({ SMTP_URL, MODE, ALARM_MAIL }) {
  if (!SMTP_URL) return tell('note', 'mail', 'no SMTP_URL: mail stays in /dev/mailbox, alarms too')

  const { greetMailServer } = await import('../src/platform/mail.ts')
  const { hostname } = new URL(SMTP_URL)

  try {
    await greetMailServer(SMTP_URL, MODE === 'live')
    tell('good', 'mail', `${hostname} answers and lets us in`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    tell('WRONG', 'mail', `${hostname} takes no mail from us (${code})`)
  }

  const who = ALARM_MAIL.length > 0 ? `${ALARM_MAIL.length} addresses` : 'every owner'
  tell(
    MODE === 'live' && ALARM_MAIL.length === 0 ? 'WRONG' : 'good',
    'alarms',
    `are mailed to ${who}`,
  )
}

/** @param {Config} config */
async function lookAtDatabase(config) {
  const url = config.DATABASE_URL ?? (await findRunning(config.DATA_DIR).catch(() => undefined))
  if (!url) {
    const made = findCluster(config.DATA_DIR)
    const text = made
      ? 'the embedded one isn’t running: start Candor to look into it'
      : 'none yet: the first start makes one'
    return tell(made ? 'WRONG' : 'note', 'database', text)
  }

  const { openApp } = await import('../src/app.ts')
  const { app, pool, close } = await openApp({ ...config, DATABASE_URL: url, LOG_LEVEL: 'silent' })

  try {
    await lookAtServer(pool)
    await lookAtRoles(pool, config, url)
    if (await lookAtMigrations(pool)) await lookAtHouse(app)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    tell('WRONG', 'database', `can't be looked at${code}: is DATABASE_URL right, and does it run?`)
  } finally {
    await close()
  }
}

/** @param {import('pg').Pool} pool */
async function lookAtServer(pool) {
  const begun = Date.now()
  const { rows } = await pool.query(
    "select current_setting('server_version') as version, " +
      "current_setting('server_version_num')::int / 10000 as major, current_setting('fsync') " +
      "as fsync, current_setting('archive_mode') as archive, clock_timestamp() as now",
  )

  const [{ version, major, fsync, archive, now }] = rows
  const fits = major >= 15 && major <= 18
  tell(
    fits ? 'good' : 'WRONG',
    'database',
    `PostgreSQL ${version}${fits ? '' : ': 15 to 18 are tested'}`,
  )

  if (fsync !== 'on')
    tell('WRONG', 'database', 'fsync is off: a power cut loses what was acknowledged')

  const skew = now.getTime() - (begun + Date.now()) / 2
  const text = `${(skew / 1000).toFixed(1)} s between the database and this machine`
  tell(Math.abs(skew) > SKEW_MS ? 'WRONG' : 'good', 'clock', text)
  if (archive === 'off')
    tell('note', 'log archive', 'off: a restore goes back to the last backup, not to a moment')
}

/**
 * @param {import('pg').Pool} pool
 * @param {Config} config
 * @param {string} url
 */
async function lookAtRoles(pool, config, url) {
  const { rows } = await pool.query(
    'select session_user as login, r.rolsuper as super, pg_has_role(session_user, ' +
      "'candor_app', 'member') as app, (select count(*)::int from pg_class where relowner = " +
      'r.oid) as owns from pg_roles r where r.rolname = session_user',
  )

  const [{ login, super: superuser, app, owns }] = rows

  if (superuser || owns > 0)
    tell(
      'WRONG',
      'roles',
      `${login} ${superuser ? 'is a superuser' : 'owns tables'}: the server needs a login that
        owns nothing`,
    )
  else
    tell(
      app ? 'good' : 'WRONG',
      'roles',
      `${login} is ${app ? '' : 'no '}member of candor_app and owns nothing`,
    )

  if (
    config.DATABASE_MIGRATION_URL &&
    new URL(config.DATABASE_MIGRATION_URL).username === new URL(url).username
  )
    tell('WRONG', 'roles', 'DATABASE_URL and DATABASE_MIGRATION_URL are one login')
}

/**
 * Answers whether the tables can be read.
 * @param {import('pg').Pool} pool
 */
async function lookAtMigrations(pool) {
  const { rows } = await pool
    .query('select name, sha256 from migration')
    .catch(() => ({ rows: [] }))
  const landed = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const missing = allMigrations().filter((name) => !landed.has(name))
  const edited = allMigrations().filter(
    (name) => landed.has(name) && landed.get(name) !== hashOf(name),
  )

  if (missing.length > 0)
    tell(
      'WRONG',
      'migrations',
      `${missing.length} are missing: start Candor with the migrating login`,
    )

  if (edited.length > 0)
    tell('WRONG', 'migrations', `edited after they landed: ${edited.join(', ')}`)
  if (missing.length + edited.length === 0)
    tell('good', 'migrations', `all ${landed.size}, up to ${allMigrations().at(-1)}`)

  return missing.length === 0
}

/** @param {string} name */
function hashOf(name) {
  return createHash('sha256')
    .update(fs.readFileSync(join(project, 'migrations', name)))
    .digest('hex')
}

/** @param {import('../src/platform/app.ts').App} app */
async function lookAtHouse(app) {
  const { looks } = await import('../src/modules/operation/queries/looks.ts')
  const { SOURCES } = await import('../src/modules/operation/model.ts')
  const { findLastBackup, findLastLook } = await import('../src/modules/operation/queries.ts')
  const { sealHealth } = await import('../src/modules/ledger/queries.ts')
  const { findGoodCheck } = await import('../src/modules/books/queries.ts')
  const { listPriceless } = await import('../src/modules/market/queries.ts')
  let wrong = 0

  for (const [source, look] of Object.entries(looks)) {
    if (source === 'disk-full') continue
    const said = await look(app)
    if (said)
      tell('WRONG', source, `${SOURCES[/** @type {keyof typeof SOURCES} */ (source)]}. ${said}`)
    if (said) wrong++
  }

  const priceless = await listPriceless(app)
  const feeds = app.config.PRICE_FEEDS.join(', ')

  if (priceless.length === 0) tell('good', 'prices', `of every coin, from ${feeds}`)
  else
    tell(
      'WRONG',
      'prices',
      `no two feeds agree on ${priceless.join(', ')}: can ${feeds} be reached?`,
    )

  const ago = (/** @type {Date | null | undefined} */ then) =>
    then ? `${Math.round((Date.now() - then.getTime()) / 60_000)} minutes ago` : 'never'
  const { lagSeconds } = await sealHealth(app.db)

  if (wrong === 0) tell('good', 'house', 'books, jobs, mail and backups are as they should be')

  tell(
    'note',
    'books',
    `last good look ${ago((await findGoodCheck(app.db))?.startedAt)}; seal ` +
      `${Math.round(lagSeconds)} s behind`,
  )

  const looked = await findLastLook(app.db)
  const silent = looked !== null && Date.now() - looked.getTime() > 5 * 60_000
  tell(silent ? 'WRONG' : 'note', 'worker', `looked after the house ${ago(looked)}`)
  tell('note', 'backup', `last one made ${ago(await findLastBackup(app.db))}`)
  if (app.config.MODE === 'live') await lookAtAddresses(app)
}

/** @param {import('../src/platform/app.ts').App} app */
async function lookAtAddresses({ db, config, clock }) {
  const { listPaymentMethods } = await import('../src/modules/settings/queries.ts')
  const methods = await listPaymentMethods(db, config, clock.now())
  const none = methods.every(({ address }) => !address)

  for (const { label, address } of methods)
    if (address) tell('good', 'payments', `${label} has an address`)
    else
      tell(
        none ? 'WRONG' : 'note',
        'payments',
        `${label} has no receiving address: nobody can deposit with it`,
      )
}
