import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { Refusal, say } from './print.js'

/** Chromium without windows, tabs and a graphics process, which no test looks at. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell'

/** Several tests may install at once, and apt-get refuses to run twice. */
const INSTALL_LOCK = '/run/lock/candor-install'

/** Installs the browser of the browser tests. */
export const ensureChromium = () =>
  ensurePrograms(
    { 'chromium-headless-shell': CHROMIUM },
    `The browser tests need Chromium at ${CHROMIUM}`,
  )

/** Returns pgbench, which drives the figures of the ledger, of the newest PostgreSQL here. */
export const ensurePgbench = () =>
  findPgbench() ??
  ensurePrograms(
    { 'postgresql-15': '/usr/lib/postgresql/15/bin/pgbench' },
    "The ledger's figures need Debian's pgbench",
  )['postgresql-15']

/** Returns hledger and beancount, which know nothing of us and check a copy of the books. */
export const ensureAccountants = () =>
  ensurePrograms(
    { hledger: '/usr/bin/hledger', beancount: '/usr/bin/bean-check' },
    "A copy of the books is checked by Debian's hledger and beancount",
  )

/** Returns the Go compiler, with the code by which Go itself reads transparency logs. */
export const ensureGo = () =>
  ensurePrograms(
    {
      'golang-go': '/usr/bin/go',
      'golang-golang-x-mod-dev': '/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog/tlog.go',
    },
    "The transparency log is read by Go's own code",
  )['golang-go']

/** Returns promtool, which evaluates the rules of Prometheus. */
export const ensurePromtool = () =>
  ensurePrograms(
    { prometheus: '/usr/bin/promtool' },
    "The alert rules are tested by Debian's promtool",
  ).prometheus

/** Installs PostgreSQL 15 and pgBackRest, with which an operator's commands are tried. */
export const ensurePgbackrest = () =>
  ensurePrograms(
    {
      'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
      pgbackrest: '/usr/bin/pgbackrest',
      rsync: '/usr/bin/rsync',
    },
    'A restore drill needs PostgreSQL and pgBackRest',
  )

/** Installs what docs/operating/install.md and monitoring.md install on a server. */
export const ensureOperatingPrograms = () =>
  ensurePrograms(
    {
      postgresql: '/usr/share/doc/postgresql/copyright',
      'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
      caddy: '/usr/bin/caddy',
      curl: '/usr/bin/curl',
      prometheus: '/usr/bin/prometheus',
    },
    'The pages for operators are tried with their packages',
  )

/** Installs Podman with all that it needs to run compose.yaml, and what makes a base image. */
export const ensurePodman = () =>
  ensurePrograms(
    {
      podman: '/usr/bin/podman',
      runc: '/usr/sbin/runc',
      netavark: '/usr/lib/podman/netavark',
      'aardvark-dns': '/usr/lib/podman/aardvark-dns',
      'podman-compose': '/usr/bin/podman-compose',
      mmdebstrap: '/usr/bin/mmdebstrap',
      iptables: '/usr/sbin/iptables',
    },
    'The containers are run by Podman',
  )

/** Installs the programs of deploy/ha: PostgreSQL under Patroni and etcd, behind HAProxy. */
export const ensureClusterPrograms = () =>
  ensurePrograms(
    {
      'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
      patroni: '/usr/bin/patroni',
      'etcd-server': '/usr/bin/etcd',
      'etcd-client': '/usr/bin/etcdctl',
      haproxy: '/usr/sbin/haproxy',
    },
    "The cluster of deploy/ha consists of Debian's packages",
  )

/** Returns Electrum, a wallet that signs what the server prepares. */
export const ensureElectrum = () =>
  ensurePrograms({ electrum: '/usr/bin/electrum' }, "Payouts are signed by Debian's Electrum")
    .electrum

/** Returns Caddy, the proxy of deploy/caddy. */
export const ensureCaddy = () =>
  ensurePrograms({ caddy: '/usr/bin/caddy' }, "An upgrade is tried behind Debian's Caddy").caddy

/**
 * Installs the packages whose programs are missing. Root installs them; any other user is refused,
 * so that no test is skipped. Throws a refusal if a program isn't in its place afterwards.
 * @template {Record<string, string>} Programs
 * @param {Programs} programs the path of a program of each package
 * @param {string} need what needs them, as the beginning of a sentence
 */
function ensurePrograms(programs, need) {
  const listMissing = () => Object.entries(programs).filter(([, path]) => !fs.existsSync(path))

  const missing = listMissing().map(([name]) => name)
  if (missing.length > 0) install(missing, need)

  const [absent] = listMissing()
  if (absent) throw new Refusal(`Debian's ${absent[0]} is installed, but ${absent[1]} isn't there.`)

  return programs
}

function findPgbench() {
  const root = '/usr/lib/postgresql'
  if (!fs.existsSync(root)) return undefined

  return fs
    .readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin/pgbench'))
    .find((path) => fs.existsSync(path))
}

/**
 * Installs packages, and starts none of the services that come with them.
 * @param {string[]} packages
 * @param {string} need
 */
function install(packages, need) {
  const names = packages.join(' ')
  if (process.getuid?.() !== 0)
    throw new Refusal(`${need}: run \`sudo apt-get install ${names}\` first.`)

  say(`Installing Debian's ${names}`)

  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const result = spawnSync('flock', [INSTALL_LOCK, 'apt-get', ...args], {
      // in run level 1 the scripts of Debian's packages start no service
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })

    if (result.status !== 0)
      throw new Refusal(
        `${need}, and \`apt-get ${args.join(' ')}\` ` +
          `failed:\n${result.error?.message ?? result.stderr}`,
      )
  }
}
