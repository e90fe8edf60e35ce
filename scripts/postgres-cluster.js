import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { canEnter, chooseAccount, OWN_SESSION } from './postgres-account.js'
import { findBinaries, linkLibraries } from './postgres-binaries.js'
import { Refusal } from './print.js'
import { whenStopping } from './shutdown.js'

/**
 * @typedef {object} ClusterOptions
 * @property {string} dataDir absolute
 * @property {string} project the folder that holds node_modules
 * @property {boolean} userNamespaces false stands for a machine that forbids them
 *
 * @typedef {object} Cluster
 * @property {string} home our own folder: logins and log
 * @property {string} path PostgreSQL's data directory
 * @property {import('./postgres-account.js').Account} account
 * @property {import('./postgres-binaries.js').Binaries} binaries
 * @property {{ owner: string, server: string }} passwords
 */

const SOCKET_PATH_LIMIT = 107 // bytes, the kernel's, socket name included
const SOCKET_NAME = '/.s.PGSQL.5432'

/**
 * The cluster below DATA_DIR, made first when there is none. Making it happens aside and lands by
 * one rename, so that a start that was killed half way, or raced by another, leaves nothing half
 * made.
 * @param {ClusterOptions} options
 * @returns {Cluster}
 */
export function openCluster(options) {
  const home = homeBelow(options.dataDir)
  if (!fs.existsSync(loginFile(home))) makeCluster(options, home)

  const { path, passwords } = readLogin(home)
  if (!fs.existsSync(path))
    throw new Refusal(`The database's folder ${path}, named by ${loginFile(home)}, is missing.`)

  const account = chooseAccount({ cluster: path, userNamespaces: options.userNamespaces })
  if (account.uid !== undefined && fs.statSync(path).uid === 0)
    handOver(path, account, options.dataDir)

  return {
    home,
    path,
    account,
    binaries: reachableBinaries(options.project, account, dirname(path)),
    passwords,
  }
}

/**
 * Returns the place of the cluster below DATA_DIR and its logins, without touching it; undefined if
 * there is none.
 * @param {string} dataDir
 * @returns {Pick<Cluster, 'path' | 'passwords'> | undefined}
 */
export function findCluster(dataDir) {
  const home = homeBelow(dataDir)
  return fs.existsSync(loginFile(home)) ? readLogin(home) : undefined
}

/** @param {string} dataDir */
const homeBelow = (dataDir) => join(dataDir, 'postgres')

/** @param {string} home */
const loginFile = (home) => join(home, 'login.json')

/** @param {string} home */
function readLogin(home) {
  const { cluster, passwords } = JSON.parse(fs.readFileSync(loginFile(home), 'utf8'))
  return { path: resolve(home, cluster), passwords }
}

/**
 * @param {string} home
 * @param {string} cluster
 * @param {Cluster['passwords']} passwords
 */
function writeLogin(home, cluster, passwords) {
  const text = `${JSON.stringify({ cluster, passwords }, null, 2)}\n`
  fs.writeFileSync(loginFile(home), text, { mode: 0o600, flush: true })
}

/**
 * @param {ClusterOptions} options
 * @param {string} home
 */
function makeCluster({ dataDir, project, userNamespaces }, home) {
  const isNewFolder = !fs.existsSync(dataDir)
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  sweepHalfMade(dataDir)

  const making = join(dataDir, `postgres.making-${process.pid}`)
  const account = chooseAccount({ cluster: making, userNamespaces })
  const open = account.uid === undefined ? 0o700 : 0o711

  if (isNewFolder) fs.chmodSync(dataDir, open)
  fs.mkdirSync(making, { mode: open })

  const place = canEnter(account, making) ? making : outsidePlace()
  const passwords = {
    owner: randomBytes(24).toString('hex'),
    server: randomBytes(24).toString('hex'),
  }
  initialise({ account, place, project, password: passwords.owner })

  const cluster = place === making ? 'cluster' : join(place, 'cluster')
  writeLogin(making, cluster, passwords)

  try {
    fs.renameSync(making, home)
  } catch (error) {
    if (!fs.existsSync(loginFile(home))) throw error
    fs.rmSync(making, { recursive: true }) // another start was quicker: its cluster is the one
    if (place !== making) fs.rmSync(place, { recursive: true })
  }
}

/**
 * A cluster below an empty DATA_DIR whose files come from elsewhere, such as a backup; it lands
 * whole or not at all.
 * @param {ClusterOptions} options
 * @param {Cluster['passwords']} passwords of its logins
 * @param {(path: string) => Promise<void>} fill puts the data directory's files there
 */
export async function adoptCluster({ dataDir, userNamespaces }, passwords, fill) {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  sweepHalfMade(dataDir)

  const making = join(dataDir, `postgres.making-${process.pid}`)
  const account = chooseAccount({ cluster: making, userNamespaces })
  const open = account.uid === undefined ? 0o700 : 0o711

  fs.chmodSync(dataDir, open)
  fs.mkdirSync(making, { mode: open })

  const place = canEnter(account, making) ? making : outsidePlace()
  const path = join(place, 'cluster')
  let isAdopted = false
  whenStopping(() => {
    if (isAdopted) return
    for (const folder of [making, place]) fs.rmSync(folder, { recursive: true, force: true })
  })

  fs.mkdirSync(path, { mode: 0o700 })
  await fill(path)
  for (const name of fs.readdirSync(path, { recursive: true, encoding: 'utf8' }))
    changeOwner(account, join(path, name))
  changeOwner(account, path)
  writeLogin(making, place === making ? 'cluster' : path, passwords)
  fs.renameSync(making, homeBelow(dataDir))
  isAdopted = true
}

/** Returns a place for the cluster if the account cannot reach DATA_DIR. */
function outsidePlace() {
  const place = join('/var/lib', `candor-${randomBytes(4).toString('hex')}`)
  fs.mkdirSync(place, { mode: 0o711 })
  return place
}

/**
 * @param {{ account: import('./postgres-account.js').Account, place: string, project: string,
 *   password: string }} wish
 */
function initialise({ account, place, project, password }) {
  const binaries = reachableBinaries(project, account, place)
  const path = join(place, 'cluster')
  const passwordFile = join(place, 'password')

  fs.mkdirSync(path, { mode: 0o700 })
  fs.writeFileSync(passwordFile, password, { mode: 0o600 })
  changeOwner(account, path)
  changeOwner(account, passwordFile)

  const { command, options } = buildAccountCommand(account, binaries, 'initdb', [
    '-D',
    path,
    '--username=candor_owner',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])

  const [program = '', ...rest] = command
  const result = spawnSync(program, rest, { ...options, ...OWN_SESSION, encoding: 'utf8' })

  fs.rmSync(passwordFile)

  if (result.status !== 0) {
    const why = result.error?.message ?? result.stderr.trim()
    throw new Refusal(
      `PostgreSQL's data directory couldn't be made at ${path} (${account.name}):\n${why}`,
    )
  }
}

/**
 * A command of PostgreSQL's as the cluster's account. It runs from /, which every account can
 * enter.
 * @param {import('./postgres-account.js').Account} account
 * @param {import('./postgres-binaries.js').Binaries} binaries
 * @param {string} program
 * @param {string[]} args
 */
export function buildAccountCommand(account, binaries, program, args) {
  return {
    command: [...account.prefix, join(binaries.native, 'bin', program), ...args],
    options: {
      cwd: '/',
      env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', ...binaries.env },
      ...(account.uid === undefined ? {} : { uid: account.uid, gid: account.gid }),
    },
  }
}

/**
 * The package's binaries, or a copy beside the cluster when the account can't walk to the package.
 * @param {string} project
 * @param {import('./postgres-account.js').Account} account
 * @param {string} place
 */
function reachableBinaries(project, account, place) {
  const native = findBinaries(project)
  const linked = linkLibraries(native, join(place, 'lib'))
  if (canEnter(account, join(native, 'bin'))) return linked

  const { version } = JSON.parse(fs.readFileSync(join(dirname(native), 'package.json'), 'utf8'))
  const copy = join(place, `postgres-${version}`)

  if (!fs.existsSync(copy)) {
    fs.rmSync(`${copy}.making`, { recursive: true, force: true })
    fs.cpSync(dirname(native), `${copy}.making`, { recursive: true, verbatimSymlinks: true })
    fs.chmodSync(`${copy}.making`, 0o755)
    fs.renameSync(`${copy}.making`, copy)
  }

  return linkLibraries(join(copy, 'native'), join(place, 'lib'))
}

/**
 * A cluster that root made inside a user namespace, on a machine that forbids them now, goes to
 * another user.
 * @param {string} path
 * @param {import('./postgres-account.js').Account} account
 * @param {string} dataDir
 */
function handOver(path, account, dataDir) {
  fs.chmodSync(dirname(path), 0o711)

  if (!canEnter(account, dirname(path)))
    throw new Refusal(
      `The database at ${path} was made by root in a user namespace, and user namespaces ` +
        'are forbidden now. ' +
        `Allow them, or let user ${account.uid} walk into ${dataDir} (chmod o+x on it and ` +
        'the folders above).',
    )

  for (const name of fs.readdirSync(path, { recursive: true, encoding: 'utf8' }))
    changeOwner(account, join(path, name))
  changeOwner(account, path)
}

/**
 * A folder for the socket, short enough for the kernel's limit; beside the cluster when that fits.
 * @param {Cluster} cluster
 */
export function socketFolder(cluster) {
  const beside = join(dirname(cluster.path), 'run')
  const isUsablePath =
    Buffer.byteLength(beside + SOCKET_NAME) <= SOCKET_PATH_LIMIT && /^[\w/.-]+$/.test(beside)
  const folder = isUsablePath ? beside : fs.mkdtempSync(join(tmpdir(), 'candor-'))

  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  changeOwner(cluster.account, folder)

  return folder
}

/**
 * @param {import('./postgres-account.js').Account} account
 * @param {string} path
 */
function changeOwner(account, path) {
  if (account.uid !== undefined) fs.lchownSync(path, account.uid, account.gid ?? account.uid)
}

/**
 * Takes away what starts left that were killed while making a cluster: nothing in it was ever used.
 * @param {string} dataDir
 */
function sweepHalfMade(dataDir) {
  for (const name of fs.readdirSync(dataDir)) {
    const maker = /^postgres\.making-(\d+)$/.exec(name)?.[1]
    if (!maker || fs.existsSync(`/proc/${maker}`)) continue
    fs.rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}
