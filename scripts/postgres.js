import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { claim } from './ownership.js'
import { buildAccountCommand, findCluster, openCluster, socketFolder } from './postgres-cluster.js'
import { Refusal, seconds } from './print.js'

/**
 * @typedef {object} Options
 * @property {string} dataDir absolute
 * @property {string} project the folder that holds node_modules
 * @property {boolean} [userNamespaces] false stands for a machine that forbids them
 * @property {boolean} [fsync] off only for throw-away clusters whose tests pull no plug
 * @property {boolean} [forTests] for many databases that hold next to nothing
 * @property {number} [maxConnections]
 * @property {(text: string) => void} [say]
 *
 * @typedef {object} Postgres
 * @property {string} ownerUrl as the superuser that migrates
 * @property {string} serverUrl as the login that owns nothing, a member of candor_app
 * @property {number} pid
 * @property {string} how which account it runs as
 * @property {Promise<string>} ended resolves with a sentence when it ended or was lost without
 *   being asked to
 * @property {() => Promise<void>} stop
 */

const DATABASE = 'candor'
const READY_WITHIN_MS = 300_000 // recovery after a crash reads the log again
const STOP_WITHIN_MS = 60_000

/**
 * Starts the database below DATA_DIR and takes possession of it. One that a killed server left
 * running is stopped in order and started again; one that another server uses is refused with a
 * sentence.
 * @param {Options} options
 * @returns {Promise<Postgres>}
 */
export async function startPostgres(options) {
  const say = options.say ?? (() => {})
  const cluster = openCluster({ userNamespaces: true, ...options })
  const deadline = Date.now() + READY_WITHIN_MS

  for (let attempt = 0; attempt < 20; attempt++) {
    await clearTheWay(cluster, options.dataDir, say, deadline)
    const running = await launch(cluster, options, say, deadline)
    if (running) return running
  }

  throw new Refusal(
    `PostgreSQL can't start in ${options.dataDir}. See its log at ${getLogPath(cluster)}.`,
  )
}

/**
 * Stops the database that a killed process left running below a folder, if one runs; for throw-away
 * clusters.
 * @param {{ dataDir: string, project: string }} options
 */
export async function stopOrphan({ dataDir, project }) {
  if (!fs.existsSync(join(dataDir, 'postgres/login.json'))) return
  const cluster = openCluster({ dataDir, project, userNamespaces: true })
  await clearTheWay(cluster, dataDir, () => {}, Date.now() + STOP_WITHIN_MS)
}

/**
 * Returns the address of the database that runs below DATA_DIR, for the login that owns nothing by
 * default; undefined if none runs. The process that started it does not matter. This claims no
 * ownership: the owner of the folder may stop the database at any time.
 * @param {string} dataDir
 * @param {'server' | 'owner'} [login]
 * @returns {Promise<string | undefined>}
 */
export async function findRunning(dataDir, login = 'server') {
  const cluster = findCluster(dataDir)
  if (!cluster) return undefined

  for (const deadline = Date.now() + STOP_WITHIN_MS; Date.now() < deadline; await pause(100)) {
    const left = readPidFile(cluster)
    if (!left) return undefined
    const url = buildConnectionUrl(cluster, left.socket, login, DATABASE)
    const state = await probe(url)
    if (state === 'ready') return url
    if (state === 'absent') return undefined
  }

  throw new Refusal(`The database in ${dataDir} is starting or stopping. Try again in a moment.`)
}

/**
 * Returns when no server runs on the cluster.
 * @param {import('./postgres-cluster.js').Cluster} cluster
 * @param {string} dataDir
 * @param {(text: string) => void} say
 * @param {number} deadline
 */
async function clearTheWay(cluster, dataDir, say, deadline) {
  for (;;) {
    const left = readPidFile(cluster)
    if (!left) return

    const url = buildConnectionUrl(cluster, left.socket, 'owner', 'postgres')
    const state = await probe(url)

    if (state === 'ready') {
      const ownership = await claim(url, dataDir, { allowsRecovery: true })
      say(
        `Found the database of a server that was killed (process ${left.pid}). Shutting it ` +
          'down cleanly',
      )
      await ownership.release()
      await stopProcess(left.pid, cluster)
    } else if (state === 'absent' && !hasRunningProcess(cluster)) {
      // the process id in these files belongs to no process, to a zombie, or to another program
      for (const name of ['', '.lock'])
        fs.rmSync(join(left.socket, `.s.PGSQL.5432${name}`), { force: true })
      removeSocketFolder(left.socket, cluster)
      fs.rmSync(pidFile(cluster), { force: true })

      return
    }

    if (Date.now() > deadline)
      throw new Refusal(`Process ${left.pid} is using ${cluster.path} and doesn't respond.`)

    await pause(50)
  }
}

/**
 * @param {import('./postgres-cluster.js').Cluster} cluster
 * @param {Options} options
 * @param {(text: string) => void} say
 * @param {number} deadline
 * @returns {Promise<Postgres | undefined>} undefined when another start was quicker
 */
async function launch(cluster, options, say, deadline) {
  const socket = socketFolder(cluster)
  const child = spawnPostmaster(cluster, socket, options)
  const exit = new Promise((resolve) => {
    child.once('error', resolve)
    child.once('exit', resolve)
  })
  const url = buildConnectionUrl(cluster, socket, 'owner', 'postgres')
  let lastReportAt = Date.now()

  while ((await probe(url)) !== 'ready') {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      await exit
      if (readPidFile(cluster)) return undefined
      throw new Refusal(
        `PostgreSQL ended while starting (${cluster.account.name}):\n${lastLines(cluster)}`,
      )
    }

    if (Date.now() > deadline)
      throw new Refusal(`PostgreSQL wasn't ready within ${seconds(READY_WITHIN_MS)}.`)

    if (Date.now() - lastReportAt > 5_000) {
      lastReportAt = Date.now()
      say('PostgreSQL is recovering after a crash')
    }

    await pause(25)
  }

  const ownership = await claim(url, options.dataDir, { allowsRecovery: true })
  const running = createHandle(cluster, socket, child, exit, ownership)
  try {
    await prepare(url, running.ownerUrl, cluster)
  } catch (error) {
    await running.stop()
    throw error
  }

  return running
}

/**
 * @param {import('./postgres-cluster.js').Cluster} cluster
 * @param {string} socket
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<unknown>} exit
 * @param {import('./ownership.js').Ownership} ownership
 * @returns {Postgres}
 */
function createHandle(cluster, socket, child, exit, ownership) {
  const pid = /** @type {number} */ (child.pid)
  let isStopping = false

  return {
    ownerUrl: buildConnectionUrl(cluster, socket, 'owner', DATABASE),
    serverUrl: buildConnectionUrl(cluster, socket, 'server', DATABASE),
    pid,
    how: cluster.account.name,
    ended: new Promise((resolve) => {
      exit.then(() => {
        // another server on this folder belongs to the process that started it
        void ownership.release()
        if (!isStopping)
          resolve(`PostgreSQL (process ${pid}) ended; its log is ${getLogPath(cluster)}.`)
      })

      ownership.lost.then((sentence) => isStopping || resolve(sentence))
    }),
    stop: async () => {
      isStopping = true
      child.ref() // its end is worth waiting for now
      await ownership.release()
      await stopProcess(pid, cluster)
      await exit
      removeSocketFolder(socket, cluster)
    },
  }
}

/**
 * Hundreds of databases that hold next to nothing: starting processes or compiling a query to read
 * one takes ten times as long as reading it.
 */
const FOR_TESTS = {
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/**
 * In a session of its own: Ctrl-C in the terminal must reach the server first, which then stops it
 * in order.
 * @param {import('./postgres-cluster.js').Cluster} cluster
 * @param {string} socket
 * @param {Options} options
 */
function spawnPostmaster(cluster, socket, options) {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    ...(options.fsync === false ? { fsync: 'off' } : {}),
    ...(options.forTests ? FOR_TESTS : {}),
    max_connections: String(options.maxConnections ?? 120),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_error_verbosity: 'terse', // the detail of an error can hold a member's data
  }

  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { command, options: how } = buildAccountCommand(
    cluster.account,
    cluster.binaries,
    'postgres',
    ['-D', cluster.path, ...args],
  )

  const log = fs.openSync(rotateLog(cluster), 'a', 0o600)
  const [program = '', ...rest] = command
  const child = spawn(program, rest, { ...how, detached: true, stdio: ['ignore', log, log] })

  fs.closeSync(log)
  child.unref()

  return child
}

/**
 * The database and the login of the server, once.
 * @param {string} maintenanceUrl
 * @param {string} ownerUrl
 * @param {import('./postgres-cluster.js').Cluster} cluster
 */
async function prepare(maintenanceUrl, ownerUrl, cluster) {
  await withClient(maintenanceUrl, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  })

  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query(
      "select rolname from pg_roles where rolname in ('candor_app', 'candor_server')",
    )
    const known = rows.map((row) => row.rolname)

    if (!known.includes('candor_app')) await client.query('create role candor_app nologin')

    if (!known.includes('candor_server'))
      await client.query(
        `create role candor_server login password '${cluster.passwords.server}' in role candor_app`,
      )
  })
}

/**
 * @param {string} url
 * @param {(client: import('pg').Client) => Promise<void>} work
 */
async function withClient(url, work) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()

  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/**
 * @param {string} url
 * @returns {Promise<'ready' | 'busy' | 'absent'>} busy: it answers, but is starting or stopping
 */
async function probe(url) {
  try {
    await withClient(url, async () => {})
    return 'ready'
  } catch (error) {
    const code = /** @type {{ code?: string }} */ (error).code
    if (code === '28P01')
      throw new Refusal('The database rejects the password in login.json in DATA_DIR.')
    return code === '57P03' || code === '53300' ? 'busy' : 'absent'
  }
}

/**
 * Asks for a fast shutdown, which ends sessions and writes everything down; after a minute, for an
 * immediate one.
 * @param {number} pid
 * @param {import('./postgres-cluster.js').Cluster} cluster
 */
async function stopProcess(pid, cluster) {
  if (!isPostmaster(pid, cluster)) return

  signal(pid, 'SIGINT')

  const started = Date.now()
  let hurried = false

  while (isPostmaster(pid, cluster)) {
    if (!hurried && Date.now() - started > STOP_WITHIN_MS) {
      hurried = true
      signal(pid, 'SIGQUIT')
    }
    await pause(20)
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error
  }
}

/**
 * Returns whether this process is the cluster's server, since its id may belong to another program
 * by now. The working directory of a server is its data directory; if that can't be read, the
 * command line is compared.
 * @param {number} pid
 * @param {import('./postgres-cluster.js').Cluster} cluster
 */
function isPostmaster(pid, cluster) {
  try {
    const [state] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? ''
    if (state === 'Z') return false

    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(cluster.path)
    } catch {
      return fs
        .readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        .includes(`postgres\0-D\0${cluster.path}\0`)
    }
  } catch {
    return false
  }
}

/**
 * Returns whether any PostgreSQL process runs in the cluster, including orphans of a killed server,
 * which may still write.
 * @param {import('./postgres-cluster.js').Cluster} cluster
 */
const hasRunningProcess = (cluster) =>
  fs.readdirSync('/proc').some((name) => /^\d+$/.test(name) && isPostmaster(Number(name), cluster))

/** @param {Pick<import('./postgres-cluster.js').Cluster, 'path'>} cluster */
function readPidFile(cluster) {
  if (!fs.existsSync(pidFile(cluster))) return undefined
  const [pid, , , , socket = ''] = fs.readFileSync(pidFile(cluster), 'utf8').split('\n')
  return { pid: Number(pid), socket }
}

/** @param {Pick<import('./postgres-cluster.js').Cluster, 'path'>} cluster */
const pidFile = (cluster) => join(cluster.path, 'postmaster.pid')

/** @param {import('./postgres-cluster.js').Cluster} cluster */
const getLogPath = (cluster) => join(cluster.home, 'postgres.log')

/** @param {import('./postgres-cluster.js').Cluster} cluster */
const lastLines = (cluster) =>
  fs.readFileSync(getLogPath(cluster), 'utf8').trim().split('\n').slice(-12).join('\n')

/**
 * Opens the log file. A large one is renamed first; two are retained.
 * @param {import('./postgres-cluster.js').Cluster} cluster
 */
function rotateLog(cluster) {
  const path = getLogPath(cluster)
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > 5_000_000) fs.renameSync(path, `${path}.1`)
  return path
}

/**
 * @param {string} folder
 * @param {import('./postgres-cluster.js').Cluster} cluster
 */
function removeSocketFolder(folder, cluster) {
  if (folder && folder !== join(dirname(cluster.path), 'run'))
    fs.rmSync(folder, { recursive: true, force: true })
}

/**
 * @param {Pick<import('./postgres-cluster.js').Cluster, 'passwords'>} cluster
 * @param {string} socket
 * @param {'owner' | 'server'} login
 * @param {string} database
 */
const buildConnectionUrl = (cluster, socket, login, database) =>
  `postgres://candor_${login}:${cluster.passwords[login]}@${encodeURIComponent(socket)}:5432/${database}`
