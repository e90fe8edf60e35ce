import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConfirmationTimes, depositClients } from '../support/deposit-clients.ts'
import { freePort, type LaunchedProcess, launch, runScript } from '../support/launcher.ts'

/**
 * Debian's own server of the oldest version that is supported, as its own account, with its log
 * archived.
 */
const BIN = '/usr/lib/postgresql/15/bin'
const ROUNDS = 3
const folder = mkdtempSync(join(tmpdir(), 'candor-debian-'))
const place = (name: string) => join(folder, name)
const clusters: string[] = []
let server: LaunchedProcess | undefined

/** As the account `postgres`; its words, or its complaint. */
function asPostgres(program: string, ...args: string[]): string {
  return execFileSync(
    'setpriv',
    ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(BIN, program), ...args],
    {
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}
const ofPostgres = (path: string) => {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const [uid, gid] = [id('-u'), id('-g')]
  chownSync(path, uid, gid)
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    chownSync(join(path, name), uid, gid)
}

beforeAll(() => {
  if (!existsSync(BIN))
    throw new Error("Debian's postgresql-15 is needed: apt-get install postgresql-15")
  execFileSync('chmod', ['1777', folder])
})
afterAll(async () => {
  server?.interrupt()
  await server?.exitCode()

  for (const path of clusters)
    spawnSync(
      'setpriv',
      [
        '--reuid=postgres',
        '--regid=postgres',
        '--clear-groups',
        join(BIN, 'pg_ctl'),
        '-D',
        path,
        '-m',
        'immediate',
        'stop',
      ],
      { cwd: '/' },
    )

  rmSync(folder, { recursive: true, force: true })
})

const URL_OF = (login: string, port: number, name = 'candor') =>
  `postgres://${login}:secret@127.0.0.1:${port}/${name}`

async function queryRows(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function startCluster(path: string, port: number, archive?: string) {
  clusters.push(path)

  const archiving = archive
    ? ` -c archive_mode=on -c archive_timeout=5 -c archive_command='test ! -f ${archive}/%f ` +
      `&& cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f'`
    : ''

  const options =
    `-p ${port} -c listen_addresses=127.0.0.1 -c ` + `unix_socket_directories=${folder}${archiving}`
  asPostgres('pg_ctl', '-D', path, '-w', '-t', '120', '-l', `${path}.log`, '-o', options, 'start')
}

const findMissing = async (url: string, confirmations: ConfirmationTimes, moment: Date) => {
  const rows = await queryRows(url, "select id from deposit where status = 'completed'")
  const there = new Set(rows.map(({ id }) => id))
  const missing = [...confirmations].filter(
    ([id, { answeredAt }]) => answeredAt <= moment.getTime() && !there.has(id),
  )
  const tooMuch = [...confirmations].filter(
    ([id, { sentAt }]) => sentAt > moment.getTime() && there.has(id),
  )

  return { missing: missing.map(([id]) => id), tooMuch: tooMuch.map(([id]) => id) }
}

test('on PostgreSQL 15, backups under load restored to random moments miss nothing', async () => {
  const [port, cluster, archive] = [await freePort(), place('main'), place('archive')]
  for (const path of [cluster, archive]) mkdirSync(path, { mode: 0o700 })
  for (const path of [cluster, archive]) ofPostgres(path)
  asPostgres('initdb', '-D', cluster, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8')
  startCluster(cluster, port, archive)

  const root = URL_OF('postgres', port, 'postgres')
  for (const statement of [
    'create role candor_app nologin',
    "create role candor_server login password 'secret' in role candor_app",
    "create role candor_owner login superuser password 'secret'",
    'create database candor owner candor_owner',
  ])
    await queryRows(root, statement)

  const environment = (at: number) => ({
    DATABASE_URL: URL_OF('candor_server', at),
    DATABASE_MIGRATION_URL: URL_OF('candor_owner', at),
  })
  server = await launch({ dataDir: place('data'), environment: environment(port) })
  await server.ready()

  const DATA_DIR = place('data')
  const clients = await depositClients(server.port)

  for (let round = 1; round <= ROUNDS; round++) {
    const begun = clients.confirmed.size
    while (clients.confirmed.size < begun + 10) await pause(20)

    const to = place(`backup-${round}`)
    const made = await runScript('backup', ['--cluster', '--to', to], {
      DATA_DIR,
      ...environment(port),
    })
    expect(made.output).toContain('Written and read again')

    await pause(1_000 + Math.random() * 4_000)

    const [{ now: moment }] = (await queryRows(
      URL_OF('candor_owner', port),
      'select clock_timestamp() as now',
    )) as [{ now: Date }]
    const confirmedCount = clients.confirmed.size

    while (clients.confirmed.size < confirmedCount + 5) await pause(20)
    await queryRows(URL_OF('candor_owner', port), 'select pg_switch_wal()')
    await pause(3_000)

    const [from = ''] = readdirSync(to).map((name) => join(to, name))
    const restored = place(`restored-${round}`)
    const until = moment.toISOString()
    const back = await runScript(
      'restore',
      ['--from', from, '--wal', archive, '--until', until, '--cluster', restored],
      {},
    )

    expect(back.output).toContain('Unpacked into')

    ofPostgres(restored)

    const other = await freePort()
    startCluster(restored, other)

    const open = async () => {
      const rows = await queryRows(
        URL_OF('candor_owner', other),
        'select pg_is_in_recovery() as still',
      ).catch(() => [])
      return rows[0]?.still
    }

    await expect.poll(open, { timeout: 60_000 }).toBe(false)

    const verified = await runScript('verify', [], {
      DATA_DIR: place(`none-${round}`),
      ...environment(other),
    })
    expect(verified.output).toContain('The ledger is as it was written.')
    expect(await findMissing(URL_OF('candor_owner', other), clients.confirmed, moment)).toEqual({
      missing: [],
      tooMuch: [],
    })

    asPostgres('pg_ctl', '-D', restored, '-m', 'fast', 'stop')
    console.log(
      `  round ${round}: ${clients.confirmed.size} confirmed so far, restored to ${until}, ` +
        'nothing missing',
    )
  }

  await clients.stop()

  const before = clients.confirmed.size
  const dumped = await runScript('backup', ['--to', place('dumps')], {
    DATA_DIR,
    ...environment(port),
  })
  expect(dumped.output).toContain('with pg_dump')

  await queryRows(root, 'create database other owner candor_owner')

  const elsewhere = {
    DATABASE_URL: URL_OF('candor_server', port, 'other'),
    DATABASE_MIGRATION_URL: URL_OF('candor_owner', port, 'other'),
  }
  const [dump = ''] = readdirSync(place('dumps')).map((name) => join(place('dumps'), name))
  const target = { DATA_DIR: place('from-dump'), ...elsewhere }
  const back = await runScript('restore', ['--from', dump], target)

  expect(back.output).toContain('The ledger is as it was written.')
  expect(back.code).toBe(0)

  const [{ n }] = (await queryRows(
    elsewhere.DATABASE_MIGRATION_URL,
    "select count(*)::int as n from deposit where status = 'completed'",
  )) as [{ n: number }]
  expect(n).toBeGreaterThanOrEqual(before)
  expect(readFileSync(join(place('from-dump'), 'secret'), 'utf8')).toBe(
    readFileSync(join(DATA_DIR, 'secret'), 'utf8'),
  )

  const again = await runScript('restore', ['--from', dump], {
    ...target,
    DATA_DIR: place('once-more'),
  })
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("isn't empty") })
}, 900_000)
