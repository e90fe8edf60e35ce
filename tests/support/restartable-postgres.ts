import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { buildAccountCommand, openCluster, socketFolder } from '../../scripts/postgres-cluster.js'
import { freePort, PROJECT } from './launcher.ts'
import { createSeededFolder } from './seeded-folder.ts'

/** How the server ends: with every session ended in order, or as after a crash. */
export type Ending = 'fast' | 'immediate'

/** A plain PostgreSQL on a port of the loopback, which a test stops and starts. */
export type RestartablePostgres = {
  port: number
  ownerUrl: string
  serverUrl: string
  start(): Promise<void>
  stop(ending: Ending): Promise<void>
  restart(ending: Ending): Promise<void>
  /** From its next start the server is a standby, until `pg_promote()`. */
  becomeStandby(): void
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
const DATABASE = 'candor'

/** The name by which the next test run stops and removes what a killed one left. */
const MARK = `candor-throw-away-${process.pid}-`

/**
 * Starts a cluster of its own with the two logins of an installation: with an empty database, or
 * that of a sandbox.
 */
export async function startRestartablePostgres(
  content: 'empty' | 'sandbox' = 'empty',
): Promise<RestartablePostgres> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), MARK))
  const dataDir = join(folder, 'data')
  if (content === 'sandbox') await createSeededFolder(dataDir)
  const cluster = openCluster({ dataDir, project: PROJECT, userNamespaces: true })
  const port = await freePort()
  const toUrl = (login: 'owner' | 'server', database: string) =>
    `postgres://candor_${login}:${cluster.passwords[login]}@127.0.0.1:${port}/${database}`
  let child: ChildProcess | undefined

  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    timezone: 'UTC',
    unix_socket_directories: socketFolder(cluster),
    max_connections: '100',
  }

  const start = async () => {
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const { account, binaries, path } = cluster
    const { command, options } = buildAccountCommand(account, binaries, 'postgres', [
      '-D',
      path,
      ...args,
    ])
    const [program = '', ...rest] = command

    child = spawn(program, rest, { ...options, detached: true, stdio: 'ignore' })
    while (!(await isReady(toUrl('owner', 'postgres')))) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`)
      await pause(20)
    }
  }

  const stop = async (ending: Ending) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(SIGNALS[ending])
    await ended
  }

  const createDatabase = async () => {
    await runQuery(toUrl('owner', 'postgres'), `create database ${DATABASE}`)
    for (const statement of [
      'create role candor_app nologin',
      `create role candor_server login password '${cluster.passwords.server}' in role candor_app`,
    ])
      await runQuery(toUrl('owner', DATABASE), statement)
  }

  await start()
  if (content === 'empty') await createDatabase()

  return {
    port,
    ownerUrl: toUrl('owner', DATABASE),
    serverUrl: toUrl('server', DATABASE),
    start,
    stop,
    restart: async (ending) => {
      await stop(ending)
      await start()
    },
    becomeStandby: () => writeFileSync(join(cluster.path, 'standby.signal'), ''),
    query: (text, values) => runQuery(toUrl('owner', DATABASE), text, values),
    close: async () => {
      await stop('fast')
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

async function runQuery<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()

  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

const isReady = (url: string) =>
  runQuery(url, 'select 1').then(
    () => true,
    () => false,
  )
