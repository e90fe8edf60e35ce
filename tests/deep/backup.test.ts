import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAnchor } from '#modules/integrity/commands/write-anchor.ts'
import { ensurePgbackrest } from '../../scripts/debian.js'
import { startPostgres } from '../../scripts/postgres.js'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type DebianMachine, startDebianMachine } from '../support/debian-machine.ts'
import { type ConfirmationTimes, depositClients } from '../support/deposit-clients.ts'
import {
  type LaunchedProcess,
  launch,
  PROJECT,
  runScript,
  scratchFolder,
} from '../support/launcher.ts'
import { readPageCommands } from '../support/page-commands.ts'
import { createSeededFolder } from '../support/seeded-folder.ts'

const MOMENTS = 10
const VERIFIED = 'The ledger is as it was written.'
const WRITTEN_MOMENT = '2026-11-22 14:05:00+00'

const page = readPageCommands('docs/operating/backup.md')
const scratch = scratchFolder()
const DATA_DIR = join(scratch.path, 'data')
let machine: DebianMachine
let server: LaunchedProcess
let confirmed: ConfirmationTimes
let moments: Date[]

/** The address of a database of the machine. */
const toUrl = (login: 'postgres' | 'server' | 'owner', port = 5432) => {
  const user = login === 'postgres' ? 'drill' : `candor_${login}`
  return `postgres://${user}:secret@${encodeURIComponent(machine.sockets)}:${port}/candor`
}
const environment = () => ({
  DATABASE_URL: toUrl('server'),
  DATABASE_MIGRATION_URL: toUrl('owner'),
  LOG_LEVEL: 'error',
})

async function queryRows<Row extends pg.QueryResultRow>(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()

  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const psql = (port: number, statement: string) =>
  machine.run(`runuser -u postgres -- psql -XAtq -p ${port} -d candor -c "${statement}"`)
const DEPLOY = '/opt/candor/current/deploy/pgbackrest'
const VERIFY = `runuser -u postgres -- ${DEPLOY}/verify.sh`
const verify = () => machine.run(VERIFY)
const drop = (name: string) => machine.run(`pg_dropcluster --stop 15 ${name}`)

/** Closes the segment that is being written, and waits until the archive has it. */
async function archiveAll() {
  const wal = (await psql(5432, 'select pg_walfile_name(pg_switch_wal())')).trim()
  const archived = async () =>
    (await psql(5432, 'select last_archived_wal from pg_stat_archiver')).trim() >= wal
  await expect.poll(archived, { timeout: 60_000, interval: 500 }).toBe(true)
}

/** Publishes the day's anchor as the job does each hour, to where the page expects it. */
async function publishAnchor() {
  const { app, close } = await openApp(readConfig({ DATA_DIR, ...environment() }))
  await writeAnchor(app)
  await close()
  cpSync(join(DATA_DIR, 'anchors'), machine.see('/var/lib/candor/anchors'), { recursive: true })
}

beforeAll(async () => {
  ensurePgbackrest()
  machine = await startDebianMachine()
  // as docs/operating/install.md has it; on a socket, so that no port of this machine is used
  await machine.run(`
    echo "listen_addresses = ''" >> /etc/postgresql-common/createcluster.conf
    useradd --system --home-dir /var/lib/candor --shell /usr/sbin/nologin candor
    install -d -m 0700 -o candor -g candor /var/lib/candor /var/backups/candor
    pg_createcluster 15 main --port 5432
    sed -i '1i local candor candor_server,candor_owner scram-sha-256' /etc/postgresql/15/main/pg_hba.conf
    pg_ctlcluster 15 main start
    runuser -u postgres -- psql -q <<'SQL'
      create role candor_app nologin;
      create role candor_server login password 'secret' in role candor_app;
      create role candor_owner login superuser password 'secret';
      create database candor owner candor_owner;
SQL`)

  server = await launch({ dataDir: DATA_DIR, environment: environment() })
  await server.ready()
  await publishAnchor()
}, 300_000)
afterAll(async () => {
  server?.interrupt()
  await server?.exitCode()
  await machine?.close()
  scratch.remove()
})

test('The page sets pgBackRest up beside a running installation, which reports the first backup.', async () => {
  await machine.run(page.take('1.'))
  await machine.run(page.take('3.'))

  const { output } = await runScript('doctor', [], { DATA_DIR, ...environment() })
  expect(output).toMatch(/^note +backup +last one made \d+ minutes ago/m)
  expect(output).toMatch(/^note +log archive +on: the last segment was archived \d+ seconds ago/m)
  expect(output).toMatch(
    /^note +pgBackRest +\S+ reported 1 backups \d+ minutes ago: ok; \d+ % free/m,
  )
  expect(output).not.toMatch(/^WRONG +(backup|log)-/m)
}, 300_000)

test('Ten moments under load are restored exactly, and verified.', async () => {
  const clients = await depositClients(server.port)
  confirmed = clients.confirmed
  moments = []

  while (moments.length < MOMENTS) {
    await pause(500 + Math.random() * 5_000)
    const [row] = await queryRows<{ now: Date }>(toUrl('owner'), 'select clock_timestamp() as now')
    if (row) moments.push(row.now)
    if (moments.length === MOMENTS / 2) await machine.run('systemctl start candor-pgbackrest@incr')
  }

  await clients.waitUntilConfirmed(confirmed.size + 5)
  await clients.stop()
  await archiveAll()

  for (const moment of moments) {
    const begun = performance.now()
    await restoreByPage(moment)
    const restoredMs = performance.now() - begun
    expect(await compareWithAcknowledged(moment)).toEqual({ missing: [], tooMuch: [] })
    await drop('restored')
    console.log(`  ${moment.toISOString()}: restored in ${(restoredMs / 1000).toFixed(1)} s, exact`)
  }

  console.log(`  ${confirmed.size} acknowledged deposits`)
}, 1_800_000)

/** Runs the page's restore and verification for a moment. */
async function restoreByPage(moment: Date) {
  const output = await machine.run(page.take('4.', { [WRITTEN_MOMENT]: formatMoment(moment) }))
  expect(output).toContain('Restored cluster 15/restored on port 5433')
  expect(output).toMatch(/ [1-9]\d* anchors in /)
  expect(output).toContain(VERIFIED)
}

const formatMoment = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '+00')

/** Compares the deposits that the restored database has with what was acknowledged by then. */
async function compareWithAcknowledged(moment: Date) {
  const found = await psql(5433, "select id from deposit where status = 'completed'")
  const there = new Set(found.trim().split('\n'))
  const ids = (filter: (times: { sentAt: number; answeredAt: number }) => boolean) =>
    [...confirmed].filter(([, times]) => filter(times)).map(([id]) => id)

  return {
    missing: ids(({ answeredAt }) => answeredAt <= moment.getTime()).filter((id) => !there.has(id)),
    tooMuch: ids(({ sentAt }) => sentAt > moment.getTime()).filter((id) => there.has(id)),
  }
}

test('A damaged backup, a missing segment, a moment that is not archived and a wrong ledger are refused.', async () => {
  expect(await verify()).toContain('All backups and the whole log are as they were written.')
  const last = formatMoment(moments.at(-1) ?? new Date())
  const restore = (...moment: string[]) =>
    `${DEPLOY}/restore.sh drill 5435 ${moment.map((text) => `'${text}'`).join('')}`

  await expectRefusal(restore('2030-01-01 00:00:00+00'), 'recovery ended before')

  const bundles = listFiles('/var/lib/pgbackrest/backup/candor', /F\/bundle\/\d+$/)
  const contents = bundles.map((path) => readFileSync(path))
  for (const [index, content] of contents.entries()) {
    const damaged = Buffer.from(content)
    for (let at = 1_000; at < damaged.length; at += 10_000) damaged[at] = 255 - (damaged[at] ?? 0)
    writeFileSync(bundles[index] ?? '', damaged)
  }
  expect(await machine.fail(VERIFY)).toContain('Repository 1 is damaged')
  await expectRefusal(restore(last), 'Error] on retry')
  for (const [index, content] of contents.entries()) writeFileSync(bundles[index] ?? '', content)

  const segments = listFiles('/var/lib/pgbackrest/archive/candor', /\/[0-9A-F]{24}-\w+\.zst$/)
  const missing = segments.at(-2) ?? ''
  renameSync(missing, machine.see('/var/lib/pgbackrest/away'))
  expect(await machine.fail(VERIFY)).toContain('Repository 1 lacks 1 segments of the log before')
  await expectRefusal(restore(), 'Nothing was restored')
  await expectRefusal(restore(formatMoment(new Date())), 'recovery ended before')
  renameSync(machine.see('/var/lib/pgbackrest/away'), missing)
  expect(await verify()).toContain('All backups and the whole log are as they were written.')

  const commands = page.take('4.', { [WRITTEN_MOMENT]: formatMoment(new Date()) })
  const check = commands.replace(/^.*restore\.sh .*\n/m, '')
  await machine.run(`${DEPLOY}/restore.sh restored 5433`)
  expect(await machine.run(check)).toContain(VERIFIED)
  await psql(
    5433,
    `set session_replication_role = replica; update ledger.journal set amount = amount + 1
     where id = (select min(id) from ledger.journal)`,
  )
  expect(await machine.fail(check)).toContain('The ledger is wrong in')
  await drop('restored')
}, 900_000)

async function expectRefusal(command: string, text: string) {
  expect(await machine.fail(command)).toContain(text)
  await machine.run('! pg_lsclusters -h 15 drill | grep -q . || pg_dropcluster --stop 15 drill')
}

const listFiles = (folder: string, name: RegExp) =>
  readdirSync(machine.see(folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(machine.see(folder), path))
    .filter((path) => name.test(path))
    .sort()

test('An archive that fails and a report that stays away are reported.', async () => {
  await machine.run('mv /etc/pgbackrest/conf.d/cipher.conf /etc/pgbackrest/conf.d/cipher.away')
  await psql(5432, 'select pg_switch_wal()')
  const isFailing = async () =>
    (await psql(5432, 'select failed_count from pg_stat_archiver')).trim() !== '0'
  await expect.poll(isFailing, { timeout: 60_000, interval: 500 }).toBe(true)
  await psql(5432, "update backup_report set reported_at = reported_at - interval '1 day'")

  const doctor = await runScript('doctor', [], { DATA_DIR, ...environment() })
  expect(doctor.output).toMatch(/^WRONG +log-archive +.*The last attempt failed/m)
  expect(doctor.output).toMatch(/^WRONG +backup-report +.*last reported its backups 24 hours ago/m)

  await machine.run('mv /etc/pgbackrest/conf.d/cipher.away /etc/pgbackrest/conf.d/cipher.conf')
  await archiveAll()
  await machine.run('systemctl start candor-backup-report')
  const { output } = await runScript('doctor', [], { DATA_DIR, ...environment() })
  expect(output).not.toMatch(/^WRONG +(backup|log)-/m)
}, 300_000)

test('The installation continues with the restored database, and is backed up again.', async () => {
  const moment = moments[MOMENTS - 2] ?? new Date()
  await restoreByPage(moment)
  server.interrupt()
  await server.exitCode()

  await machine.run(page.take('5.'))
  await machine.run(`cp /etc/postgresql/15/broken/pg_hba.conf /etc/postgresql/15/main/
    pg_ctlcluster 15 main reload`)

  server = await launch({ dataDir: DATA_DIR, environment: environment() })
  await server.ready()
  const clients = await depositClients(server.port)
  await clients.waitUntilConfirmed(3)
  await clients.stop()

  await archiveAll()
  expect(await verify()).toContain('All backups and the whole log are as they were written.')
  await machine.run(`${DEPLOY}/restore.sh later 5436`)
  const found = await psql(5436, "select id from deposit where status = 'completed'")
  for (const id of clients.confirmed.keys()) expect(found).toContain(id)
  await drop('later')
}, 600_000)

test('A backup of a wrong ledger says so, and isn’t counted as a backup.', async () => {
  const dataDir = join(scratch.path, 'wrong')
  await createSeededFolder(dataDir)
  const postgres = await startPostgres({ dataDir, project: PROJECT })
  await queryRows(
    postgres.ownerUrl,
    `begin; set local session_replication_role = replica; update ledger.journal
     set amount = amount + 1 where id = (select min(id) from ledger.journal); commit`,
  )
  await postgres.stop()

  const to = join(scratch.path, 'backups')
  const { code, output } = await runScript('backup', ['--to', to], { DATA_DIR: dataDir })
  expect(output).toContain('Its ledger is wrong, as the original is')
  expect(code).toBe(1)

  const running = await startPostgres({ dataDir, project: PROJECT })
  expect(await queryRows(running.ownerUrl, 'select from backup_made')).toEqual([])
  await running.stop()
}, 300_000)

test('The embedded database is backed up and restored by the commands of the page.', async () => {
  await createSeededFolder(machine.see('/srv/trial'))
  const output = await machine.run(page.take('8.'))
  expect(output).toContain('Written and read again')
  expect(output).toMatch(/^ +\d.* Good: /m)
  expect(output.split(VERIFIED)).toHaveLength(3)

  expect(page.listUntaken()).toEqual([])
}, 300_000)
