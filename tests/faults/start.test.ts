import { readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  findProcesses,
  freePort,
  isRunning,
  killHard,
  type LaunchedProcess,
  launch,
  readOwnerUrl,
  scratchFolder,
} from '../support/launcher.ts'
import { createSeededFolder } from '../support/seeded-folder.ts'

const PATIENCE = 240_000 // the first start may build

const cleaning: (() => void)[] = []
afterEach(() => {
  for (const step of cleaning.splice(0).reverse()) step()
})

function folder() {
  const { path, remove } = scratchFolder()
  cleaning.push(remove)
  return join(path, 'data')
}

async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<LaunchedProcess> {
  const server = await launch({ dataDir, environment })
  cleaning.push(() => {
    if (isRunning(server)) server.process.kill('SIGKILL')
  })
  return server
}

const answers = async (server: LaunchedProcess) =>
  await fetch(`http://127.0.0.1:${server.port}/healthz`).then(
    (response) => response.ok,
    () => false,
  )

async function query(dataDir: string, sql: string) {
  const client = new pg.Client({ connectionString: readOwnerUrl(dataDir) })
  await client.connect()

  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** What lies in a folder of the project, and lists of what lies there: none of it is a page. */
const NOT_SERVED = [
  '/.git/HEAD',
  '/.git/config',
  '/.svn/entries',
  '/.hg/store',
  '/.env',
  '/.npmrc',
  '/.gitignore',
  '/assets/.git/HEAD',
  '/%2egit/HEAD',
  '/package.json',
  '/package-lock.json',
  '/Containerfile',
  '/src/server.ts',
  '/server/server.js',
  '/build/server/server.js',
  '/db/schema/0002-ledger.sql',
  '/../package.json',
  '/..%2fpackage.json',
  '/assets/..%2f..%2fserver/server.js',
  '/README.md',
  '/assets',
  '/assets/',
  '/assets/?C=M',
  '/data/secret',
  '/files',
  '/node_modules/pg/package.json',
]

/** A start takes seconds: each test continues with the sandbox as the one before left it. */
describe('one sandbox', () => {
  const { path, remove } = scratchFolder()
  const dataDir = join(path, 'data')
  let server: LaunchedProcess | undefined
  let metricsPort: number

  beforeAll(async () => {
    await createSeededFolder(dataDir)
    metricsPort = await freePort()
  }, PATIENCE)
  afterAll(async () => {
    server?.process.kill('SIGKILL')
    await server?.exitCode()
    remove()
  })

  const launchServer = () => launch({ dataDir, environment: { METRICS_PORT: String(metricsPort) } })

  /** The server that runs, or a new one. */
  const getServer = async () => {
    if (!server || !isRunning(server)) {
      server = await launchServer()
      await server.ready()
    }

    return server
  }

  test(
    'A second server on the same DATA_DIR is refused with a sentence, and the first one still runs',
    async () => {
      const first = await getServer()
      const second = await launchServer()

      expect(await second.exitCode()).toBe(1)
      expect(second.output()).toMatch(
        /data is in use by another Candor server \(process \d+\)\. Stop that server first/,
      )
      expect(second.output()).not.toContain('    at ')
      expect(await answers(first)).toBe(true)
    },
    PATIENCE,
  )

  test(
    'metrics are only on their own port, and the web port serves built files but no sources',
    async () => {
      const { port } = await getServer()
      const figures = `http://127.0.0.1:${metricsPort}/metrics`
      const text = await (await fetch(figures)).text()

      for (const name of ['chain_lag_seconds', 'chain_gap_entries', 'oldest_transaction_seconds'])
        expect(text).toMatch(new RegExp(`^candor_${name} [0-9.e-]+$`, 'm'))
      expect(Number(/^candor_journal_entries (.*)$/m.exec(text)?.[1])).toBeGreaterThan(10)

      const at = `http://127.0.0.1:${port}`
      for (const path of ['/metrics', '/api/metrics', '/healthz']) {
        const answer = await fetch(`${at}${path}`)
        expect(answer.status, path).toBe(path === '/healthz' ? 200 : 404)
        expect(await answer.text()).not.toMatch(/candor_|process_resident_memory/)
      }

      for (const path of NOT_SERVED) expect((await fetch(`${at}${path}`)).status, path).toBe(404)

      const home = await fetch(`${at}/`)
      expect(home.headers.get('content-security-policy'), 'development has none').toContain(
        "'nonce-",
      )
      expect(await home.text()).not.toMatch(/@vite|@react-refresh|\/src\/|node_modules/)
    },
    PATIENCE,
  )

  test(
    'After kill -9 of the server the next start takes its database over and loses nothing',
    async () => {
      const first = await getServer()
      await query(dataDir, 'create table killed_server as select 7 as n')
      first.process.kill('SIGKILL')
      await first.exitCode()

      expect(findProcesses(dataDir)).toHaveLength(1)

      const second = await getServer()

      expect(second.output()).toContain('Found the database of a server that was killed')
      expect(await query(dataDir, 'select n from killed_server')).toEqual([{ n: 7 }])
      expect(await answers(second)).toBe(true)
    },
    PATIENCE,
  )

  test(
    'When PostgreSQL is killed the server says so, ends, and starts again with everything',
    async () => {
      const first = await getServer()
      await query(dataDir, 'create table killed_database as select 7 as n')
      for (const pid of findProcesses(join(dataDir, 'postgres/cluster'))) killHard(pid)
      expect(await first.exitCode()).toBe(1)
      expect(first.output()).toContain('No acknowledged request was lost')

      await getServer()

      expect(await query(dataDir, 'select n from killed_database')).toEqual([{ n: 7 }])
    },
    PATIENCE,
  )

  test(
    'Ctrl-C stops everything that was started, and the next start finds it as it was',
    async () => {
      const first = await getServer()

      expect(await answers(first)).toBe(true)

      await query(dataDir, 'create table left_behind as select 7 as n')
      first.interrupt()

      expect(await first.exitCode()).toBe(0)
      expect(findProcesses(dataDir)).toEqual([])
      expect(await answers(first)).toBe(false)
      await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow()
      expect(first.output()).toContain('PostgreSQL stopped')

      const second = await getServer()

      expect(await query(dataDir, 'select n from left_behind')).toEqual([{ n: 7 }])

      second.process.kill('SIGTERM')
      expect(await second.exitCode()).toBe(0)
      expect(findProcesses(dataDir)).toEqual([])
    },
    PATIENCE,
  )
})

test(
  'Ctrl-C while it is still starting leaves nothing behind',
  async () => {
    const dataDir = folder()
    const server = await startServer(dataDir)

    while (
      findProcesses(join(dataDir, 'postgres')).length === 0 &&
      server.process.exitCode === null
    )
      await pause(5)

    server.interrupt()

    expect(await server.exitCode()).toBe(0)
    expect(findProcesses(dataDir)).toEqual([])
    expect(readdirSync(dataDir).filter((name) => name.includes('making'))).toEqual([])
  },
  PATIENCE,
)

test(
  'A port in use and wrong settings are reported in sentences, all of them at once',
  async () => {
    const dataDir = folder()
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))

    const { port } = taken.address() as { port: number }
    const inUse = await startServer(dataDir, { PORT: String(port) })
    expect(await inUse.exitCode()).toBe(1)
    expect(inUse.output()).toContain(
      `can't listen on port ${port} of 127.0.0.1: another program is using it`,
    )
    expect(findProcesses(dataDir)).toEqual([])

    const figures = await startServer(dataDir, { METRICS_PORT: String(port) })
    expect(await figures.exitCode()).toBe(1)
    expect(figures.output()).toContain(
      `port ${port} of 127.0.0.1: another program is using it. Set another port in METRICS_PORT`,
    )

    taken.close()

    const wrong = await startServer(dataDir, { PORT: 'eighty', MODE: 'maybe', LOG_LEVEL: 'loud' })
    expect(await wrong.exitCode()).toBe(1)

    for (const name of ['PORT', 'MODE', 'LOG_LEVEL'])
      expect(wrong.output()).toContain(`  ${name}: `)
    expect(wrong.output()).not.toContain('    at ')

    rmSync(dataDir, { recursive: true, force: true })
  },
  PATIENCE,
)
