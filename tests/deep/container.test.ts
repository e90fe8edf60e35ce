import { mkdtempSync } from 'node:fs'
import { chown, mkdir, readdir } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callServer } from '../support/call-server.ts'
import { openContainers } from '../support/containers.ts'
import { freePort } from '../support/launcher.ts'
import { depositAndConfirm, registerMember, signIn, withdrawAndPay } from '../support/main-job.ts'

const PATIENCE = 3_600_000
const START_MS = 600_000
const EMAIL = 'iris@example.com'
const SERVICES = ['database', 'migrate', 'web', 'worker']
const DATA = '/var/lib/candor'
/** The user of the image `candor`, who writes the dump. */
const CANDOR_UID = 10_001

let containers: ReturnType<typeof openContainers>
let url: string
let httpsPort: number
let backups: string

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-containers-'))
  const [port, httpPort] = [await freePort(), await freePort()]
  httpsPort = await freePort()
  url = `http://localhost:${port}`
  backups = join(folder, 'dumps')
  containers = openContainers(folder, {
    WEB_PORT: String(port),
    PUBLIC_URL: url,
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpsPort),
    BACKUP_DIR: backups,
    MODE: 'sandbox',
    OPERATOR_NAME: 'Container Trial Ltd',
  })
  await mkdir(backups, { mode: 0o700 })
  await chown(backups, CANDOR_UID, CANDOR_UID)
}, PATIENCE)
afterAll(() => containers?.remove(), PATIENCE)

async function waitUntil(what: string, check: () => boolean | Promise<boolean>) {
  const begun = Date.now()
  while (!(await check())) {
    if (Date.now() - begun > START_MS) throw new Error(`Not ${what} after ${START_MS} ms`)
    await pause(1_000)
  }
}

const waitUntilHealthy = (service: string) =>
  waitUntil(`healthy: ${service}`, () => containers.isHealthy(service))

/** Starts the services and waits until their own health checks pass. */
async function start() {
  containers.compose(['up', '--detach', '--no-build', ...SERVICES])
  for (const service of ['database', 'web', 'worker']) await waitUntilHealthy(service)
  // A connection still open to the previous container ends with its next request.
  await waitUntil('answering', () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
}

const readMember = async () =>
  await callServer(url, 'GET', '/api/user', { token: await signIn(url, EMAIL) })
const query = (text: string) =>
  containers.exec('database', 'psql', '-XAtqc', text, 'candor').split('\n')

/** Answers over TLS from Caddy's own authority, which only a browser would not trust. */
const getOverTls = async (path: string) =>
  await new Promise<number | undefined>((resolve, reject) => {
    const options = { host: 'localhost', port: httpsPort, path, rejectUnauthorized: false }
    request(options, (answer) => resolve(answer.resume().statusCode))
      .once('error', reject)
      .end()
  })

test(
  'the images are built, and what they hold is small',
  () => {
    const images = containers.build()
    for (const { name, megabytes, seconds } of images)
      console.log(`  ${name}: ${megabytes} MB, built in ${seconds.toFixed(0)} s`)

    expect(images.find(({ name }) => name === 'candor')?.megabytes).toBeLessThan(550)
    for (const path of ['/source', '/opt/candor/current/tests', '/usr/bin/npm', '/usr/bin/git'])
      expect(() =>
        containers.podman('run', '--rm', '--entrypoint', 'ls', 'localhost/candor', path),
      ).toThrow('No such file')
  },
  PATIENCE,
)

test(
  'compose starts all of it, and a member is credited and paid',
  async () => {
    expect(containers.writeSecrets()).toContain('Store a copy in your password manager')
    await start()

    await registerMember(url, EMAIL)
    const token = await signIn(url, EMAIL)
    await depositAndConfirm(url, token)
    await withdrawAndPay(url, token)
    expect((await readMember()).withdrawable_balance).toBe(2_100)

    expect((await callServer(url, 'GET', '/api/operator')).legalName).toBe('Container Trial Ltd')
  },
  PATIENCE,
)

test('a health check asks the port that is set', () => {
  const check = (port: string) =>
    containers.podman(
      ...['exec', '--env', `PORT=${port}`, 'candor_web_1'],
      ...['node', 'deploy/container/check-health.js'],
    )
  expect(check('3000')).toBe('')
  expect(() => check('3001')).toThrow(': 1')
})

test(
  'no container but the database has a login of a superuser, and web none of the owner',
  () => {
    expect(query('select rolname from pg_roles where rolsuper and rolcanlogin')).toEqual([
      'postgres',
    ])
    expect(() =>
      containers.podman(
        ...['exec', '--env', 'PGSSLMODE=require', 'candor_web_1', 'psql', '--no-password'],
        ...['--host=database', '--username=postgres', '--dbname=candor', '--command=select 1'],
      ),
    ).toThrow('no pg_hba.conf entry')

    const secrets = containers.exec('web', 'ls', '/run/secrets').split('\n')
    expect(secrets).not.toContain('database_migration_url')
    expect(secrets).not.toContain('owner_password')
    expect(containers.exec('web', 'id', '-u')).toBe(String(CANDOR_UID))
    expect(() => containers.exec('web', 'touch', '/opt/candor/current/x')).toThrow('Read-only')
    expect(containers.exec('web', 'env')).not.toContain(containers.readSecret('server_password'))

    const doctor = containers.exec('web', 'sh', '-c', 'node scripts/doctor.js || true')
    expect(doctor).toMatch(/^good +roles +candor_server is member of candor_app and owns nothing$/m)
    expect(doctor).not.toMatch(/^WRONG +(?!prices)/m)
  },
  PATIENCE,
)

test(
  'Caddy answers over TLS for the web container',
  async () => {
    containers.compose(['up', '--detach', '--no-build', 'proxy'])
    const isServed = async () => (await getOverTls('/healthz').catch(() => undefined)) === 200
    await waitUntil('served over TLS', isServed)
    expect(await getOverTls('/login')).toBe(200)
  },
  PATIENCE,
)

test(
  'pgBackRest restores a destroyed database to a moment, and the ledger verifies',
  async () => {
    expect(containers.exec('database', './backup.sh', 'full')).toContain(
      'All backups and the whole log are as they were written.',
    )
    expect(query('select machine, backups, problem is null from backup_report')).toEqual([
      'database|1|t',
    ])
    const [moment = ''] = query('select clock_timestamp()')
    await depositAndConfirm(url, await signIn(url, EMAIL))
    expect((await readMember()).withdrawable_balance).toBe(4_600)
    const [wal = ''] = query('select pg_walfile_name(pg_switch_wal())')
    await waitUntil('archived', () => {
      const [last = ''] = query('select last_archived_wal from pg_stat_archiver')
      return last >= wal
    })
    const files = containers.saveFiles('web', DATA)

    containers.compose(['down'])
    containers.podman('volume', 'rm', 'candor_database', 'candor_files')

    containers.compose(['run', '--rm', '-T', '--no-deps', 'database', 'restore', moment])
    await start()
    containers.restoreFiles('web', DATA, files)

    expect((await readMember()).withdrawable_balance).toBe(2_100)
    expect(containers.exec('web', 'node', 'scripts/verify.js')).toContain(
      'The ledger is as it was written.',
    )
  },
  PATIENCE,
)

test(
  'a dump restores everything into empty volumes',
  async () => {
    const made = containers.compose(['run', '--rm', '-T', '--no-deps', 'backup'])
    expect(made).toContain('Written and read again')
    const [name = ''] = await readdir(backups)

    containers.compose(['down'])
    containers.podman('volume', 'rm', 'candor_database', 'candor_files', 'candor_repository')
    containers.compose(['up', '--detach', '--no-build', 'database'])
    await waitUntilHealthy('database')

    const restore = ['node', 'scripts/restore.js', '--from', `/var/backups/candor/${name}`]
    const restored = containers.compose(['run', '--rm', '-T', '--no-deps', 'backup', ...restore])
    expect(restored).toContain('The ledger is as it was written.')

    await start()
    expect((await readMember()).withdrawable_balance).toBe(2_100)
  },
  PATIENCE,
)
