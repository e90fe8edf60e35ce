import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { buildAccountCommand, openCluster, socketFolder } from '../../scripts/postgres-cluster.js'
import { type Certificate, selfSigned } from '../support/certificates.ts'
import { freePort, PROJECT } from '../support/launcher.ts'
import type { RehearsalClock } from './clock.ts'

const ACCESS = `local all all scram-sha-256
hostssl all all 127.0.0.1/32 scram-sha-256
hostssl all all ::1/128 scram-sha-256
`

type Login = 'owner' | 'server' | 'watch_server'

/**
 * Starts a PostgreSQL that accepts no connection from a network without TLS, with the database and
 * the logins of docs/operating/install.md.
 */
export async function startDatabase(folder: string, clock: RehearsalClock) {
  const dataDir = join(folder, 'database')
  const cluster = openCluster({ dataDir, project: PROJECT, userNamespaces: true })
  const certificate = selfSigned('localhost')
  const authority = join(folder, 'database-ca.pem')
  writeFileSync(authority, certificate.cert)
  writeServerFiles(cluster, certificate)

  const port = await freePort()
  const sockets = socketFolder(cluster)
  const child = startServer(cluster, clock, port, sockets)
  const ended = once(child, 'exit')
  // by this name `npm run backup` finds the server on the machine of the database
  symlinkSync(join(sockets, `.s.PGSQL.${port}`), join(sockets, '.s.PGSQL.5432'))

  const passwords = {
    owner: cluster.passwords.owner,
    server: cluster.passwords.server,
    watch_server: randomBytes(24).toString('hex'),
  }
  const query = `sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`
  const toUrl = (login: Login, name = 'candor') =>
    `postgres://candor_${login}:${passwords[login]}@localhost:${port}/${name}?${query}`

  while (!(await canConnect(toUrl('owner', 'postgres')))) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`)
    await pause(50)
  }

  await run(toUrl('owner', 'postgres'), [
    'create role candor_app nologin',
    `create role candor_server login password '${passwords.server}' in role candor_app`,
    'create role candor_watcher nologin',
    `create role candor_watch_server login password '${passwords.watch_server}' in role candor_watcher`,
    'create database candor owner candor_owner',
  ])

  return {
    dataDir,
    toUrl,
    query: <Row extends pg.QueryResultRow>(text: string) =>
      withClient(toUrl('owner'), async (client) => (await client.query<Row>(text)).rows),
    stop: async () => {
      child.kill('SIGINT')
      await ended
      // root's own cluster may stand outside the folder, where another account can enter
      if (!cluster.path.startsWith(folder))
        rmSync(dirname(cluster.path), { recursive: true, force: true })
    },
  }
}

export type RehearsalDatabase = Awaited<ReturnType<typeof startDatabase>>

type Cluster = ReturnType<typeof openCluster>

function writeServerFiles({ path, account }: Cluster, { key, cert }: Certificate) {
  mkdirSync(path, { recursive: true })
  const files = { 'server.key': key, 'server.crt': cert, 'pg_hba.conf': ACCESS }
  for (const [name, text] of Object.entries(files)) {
    const file = join(path, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (account.uid !== undefined) chownSync(file, account.uid, account.gid ?? account.uid)
  }
}

function startServer(cluster: Cluster, clock: RehearsalClock, port: number, sockets: string) {
  const settings = {
    listen_addresses: 'localhost',
    port: String(port),
    ssl: 'on',
    timezone: 'UTC',
    unix_socket_directories: sockets,
    max_connections: '120',
  }
  const { command, options } = buildAccountCommand(cluster.account, cluster.binaries, 'postgres', [
    '-D',
    cluster.path,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const [program = '', ...rest] = command

  return spawn(program, rest, {
    ...options,
    env: { ...options.env, ...clock.environment },
    detached: true,
    stdio: 'ignore',
  })
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()

  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const run = (url: string, statements: readonly string[]) =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

const canConnect = (url: string) =>
  run(url, ['select 1']).then(
    () => true,
    () => false,
  )
