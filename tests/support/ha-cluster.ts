import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findChildren, findProcessesIn, isRunningProcess, PROJECT, sendSignal } from './launcher.ts'

const run = promisify(execFile)
const HA = join(PROJECT, 'deploy/ha')
/** Of loopback.env, as offsets from BASE_PORT. */
const PORTS = { patroni: 30, postgres: 40, primary: 50 } as const
const USED_OFFSETS = [11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 42, 43, 50, 51, 52]
const SUPERUSER = 'postgres:super-on-loopback'
const SETTLE_MS = 180_000
/** Followed by the process that made the folder. */
const FOLDER = 'candor-ha-'

const ASYNCHRONOUS = [
  'synchronous_mode=false',
  'synchronous_mode_strict=false',
  'maximum_lag_on_failover=1073741824',
]

/** Of nodes 1 to 3. */
export type NodeNumber = 1 | 2 | 3
const NODES = [1, 2, 3] as const

export type HaCluster = Awaited<ReturnType<typeof startHaCluster>>

/** Starts the cluster of deploy/ha on the loopback: three etcd, three Patroni, HAProxy. */
export async function startHaCluster() {
  removeOrphans()
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`))
  const basePort = await findBasePort()
  const patroniPort = basePort + PORTS.patroni
  const env = { ...process.env, HA_RUN: folder, BASE_PORT: String(basePort) }
  const readPid = (file: string) =>
    Number(readFileSync(join(folder, file), 'utf8').split('\n', 1)[0])
  const up = (...args: string[]) => run(join(HA, 'up.sh'), args, { env })
  const patronictl = (...args: string[]) =>
    run('patronictl', ['-c', join(folder, 'conf/node1/patroni.yml'), ...args], { env })
  const toUrl = (database: string, login = SUPERUSER) =>
    `postgres://${login}@127.0.0.1:${basePort + PORTS.primary}/${database}`

  const findPostmaster = (node: NodeNumber) => readPid(`postgres/node${node}/postmaster.pid`)
  const listMainProcesses = (node: NodeNumber) => [
    readPid(`patroni${node}.pid`),
    readPid(`etcd${node}.pid`),
    findPostmaster(node),
  ]

  const close = async () => {
    await run(join(HA, 'down.sh'), [], { env, timeout: 60_000 }).catch(() => {})
    removeFolder(folder)
  }

  try {
    await up()
  } catch (error) {
    await close()
    throw error
  }

  return {
    toUrl,
    close,
    patronictl,
    /** Runs one statement on the leader, through HAProxy. */
    query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[], database = 'candor') =>
      queryOnce<Row>(toUrl(database), text, values),
    /** Returns the leader, if there is one. */
    findLeader: () => findRoles(patroniPort, 'leader').then(([leader]) => leader),
    /** Ends PostgreSQL of a node as a crash does. */
    crash: (node: NodeNumber) => sendSignal(findPostmaster(node), 'SIGKILL'),
    /** Ends Patroni, PostgreSQL and etcd of a node at one moment, and waits until they are gone. */
    loseMachine: async (node: NodeNumber) => {
      const pids = [...listMainProcesses(node), ...findChildren([findPostmaster(node)])]
      for (const pid of pids) sendSignal(pid, 'SIGKILL')
      while (pids.some(isRunningProcess)) await pause(10) // one still has its port
    },
    /** Lets Patroni, PostgreSQL and etcd of a node hold their connections and answer nothing. */
    silenceMachine: (node: NodeNumber) => {
      for (const pid of listMainProcesses(node)) sendSignal(pid, 'SIGSTOP')
      for (const pid of findChildren([findPostmaster(node)])) sendSignal(pid, 'SIGSTOP')
    },
    startMachine: async (node: NodeNumber) => {
      await up('etcd', String(node))
      await pause(1_000)
      await up('patroni', String(node))
    },
    switchOver: (from: NodeNumber, to: NodeNumber) =>
      patronictl('switchover', '--leader', `node${from}`, '--candidate', `node${to}`, '--force'),

    /** Switches to asynchronous replication, with which any replica may become the leader. */
    replicateAsynchronously: async () => {
      const settings = ASYNCHRONOUS.flatMap((setting) => ['-s', setting])
      await patronictl('edit-config', '--force', ...settings)
      const show = 'show synchronous_standby_names'
      while ((await queryOnce(toUrl('postgres'), show))[0]?.synchronous_standby_names !== '')
        await pause(500)
    },
    /** Lets the leader refuse its replicas, and ends what it sends to them. */
    cutReplicas: async (leader: NodeNumber) => {
      const file = join(folder, `postgres/node${leader}/pg_hba.conf`)
      const rule = 'host replication all 127.0.0.1/32 reject\n'
      writeFileSync(file, rule + readFileSync(file, 'utf8'))
      await queryOnce(toUrl('postgres'), 'select pg_reload_conf()')
      await pause(500)
      const end = 'select pg_terminate_backend(pid) from pg_stat_replication'
      await queryOnce(toUrl('postgres'), end)
    },

    /** Waits until both replicas follow the leader synchronously; returns one of them. */
    waitUntilSettled: async () => {
      for (const deadline = performance.now() + SETTLE_MS; ; await pause(500)) {
        const standby = await findStandby(toUrl('postgres'), patroniPort)
        if (standby) return standby
        if (performance.now() < deadline) continue
        throw new Error(`The cluster isn't whole again:\n${(await patronictl('list')).stdout}`)
      }
    },
  }
}

/** Ends what runs in a cluster's folder and removes it. */
function removeFolder(folder: string) {
  for (const pid of findProcessesIn(folder)) sendSignal(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

/** Removes the clusters of test runs that were killed. */
function removeOrphans() {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(FOLDER))) {
    const owner = Number(name.slice(FOLDER.length).split('-')[0])
    if (!isRunningProcess(owner)) removeFolder(join(tmpdir(), name))
  }
}

/**
 * Returns a synchronous standby if both replicas stream and Patroni has recorded them. Before that,
 * Patroni lets no other node become the leader.
 */
async function findStandby(url: string, patroniPort: number): Promise<NodeNumber | undefined> {
  const streaming = await queryOnce(
    url,
    "select from pg_stat_replication where state = 'streaming'",
  ).catch(() => [])
  const standbys = await findRoles(patroniPort, 'sync_standby')

  return streaming.length === 2 && standbys.length === 2 ? standbys[0] : undefined
}

/** Returns the nodes in a role, as the first node that answers knows them. */
async function findRoles(patroniPort: number, role: string): Promise<NodeNumber[]> {
  for (const node of NODES) {
    const members = await fetch(`http://127.0.0.1:${patroniPort + node}/cluster`, {
      signal: AbortSignal.timeout(1_000),
    })
      .then((answer) => answer.json() as Promise<{ members: { name: string; role: string }[] }>)
      .then((answer) => answer.members)
      .catch(() => undefined)
    if (members) return members.filter((one) => one.role === role).map(({ name }) => toNode(name))
  }

  return []
}

const toNode = (name: string) => Number(name.replace('node', '')) as NodeNumber

async function queryOnce<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns a base below the ports that the system assigns by itself, all of whose ports are free. */
async function findBasePort(): Promise<number> {
  for (let base = 20_000 + 100 * (process.pid % 100); base < 32_000; base += 100) {
    const free = await Promise.all(USED_OFFSETS.map((offset) => isFree(base + offset)))
    if (free.every(Boolean)) return base
  }
  throw new Error('There are no free ports for a cluster between 20000 and 32000.')
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
