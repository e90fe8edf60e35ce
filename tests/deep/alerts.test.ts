import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { SAMPLE_PASSWORD } from '#modules/identity/testing.ts'
import { healthChecks } from '#modules/operations/queries/health-checks.ts'
import type { App } from '#platform/app.ts'
import { createSystemClock } from '#platform/clock.ts'
import { openDb } from '#platform/db/db.ts'
import { CHROMIUM, ensureChromium } from '../../scripts/debian.js'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import {
  endProcesses,
  freePort,
  killHard,
  type LaunchedProcess,
  launch,
  PROJECT,
  scratchFolder,
} from '../support/launcher.ts'
import { startRestartablePostgres } from '../support/restartable-postgres.ts'

const scratch = scratchFolder()
const launched: LaunchedProcess[] = []
let database: TestDatabase
beforeAll(async () => {
  ensureChromium()
  database = await testDatabase()
}, 600_000)
afterAll(async () => {
  await endProcesses(launched)
  scratch.remove()
  await database.close()
})

async function startProcess(script: 'web' | 'worker', environment: Record<string, string>) {
  const one = await launch({
    script,
    dataDir: join(scratch.path, 'data'),
    environment: { DATABASE_URL: database.ownerUrl, LOG_LEVEL: 'error', ...environment },
  })
  launched.push(one)
  await one.ready()

  return one
}

/** Opens the back office as an owner. */
async function openBackoffice(port: number) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ baseURL: `http://localhost:${port}` })
  const data = { email: 'ruth@example.com', password: SAMPLE_PASSWORD, session: 'cookie' }
  expect((await page.request.post('/api/admin/login', { data })).ok()).toBe(true)
  await page.goto('/admin-dashboard')

  return page
}

test('Header, jobs page and metrics say that the worker has stopped, and that it is back', async () => {
  const METRICS_PORT = String(await freePort())
  const web = await startProcess('web', { METRICS_PORT })
  const worker = await startProcess('worker', {})
  const page = await openBackoffice(web.port)
  const strip = page.getByRole('complementary', { name: 'Alert' })
  const countOpen = async () => {
    const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
    return /^candor_alerts_open (.*)$/m.exec(text)?.[1]
  }

  const findCheck = async () =>
    (await database.owner.query('select from alert_watch where checked_at is not null')).rowCount
  await expect.poll(findCheck, { timeout: 120_000, interval: 1_000 }).toBe(1)
  expect(await countOpen()).toBe('0')
  expect(await strip.count()).toBe(0)

  killHard(worker.process.pid as number)
  await worker.exitCode()
  await strip.waitFor({ timeout: 420_000 })
  expect(await strip.textContent()).toContain('The background worker has stopped.')
  expect(await countOpen()).toBe('1')

  await strip.getByRole('link', { name: 'View alerts' }).click()
  await page.getByText('Background worker down').first().waitFor()
  expect(await page.getByText('No alerts.').count()).toBe(0)

  await startProcess('worker', {})
  await strip.waitFor({ state: 'detached', timeout: 240_000 })
  await expect.poll(countOpen, { timeout: 480_000, interval: 5_000 }).toBe('0')
}, 1_200_000)

test('A failing archive of the write-ahead log is reported', async () => {
  const postgres = await startRestartablePostgres()
  onTestFinished(() => postgres.close())
  const { db } = openDb({
    url: postgres.serverUrl,
    poolSize: 1,
    lockTimeoutMs: 1_000,
    statementTimeoutMs: 5_000,
  })
  onTestFinished(() => db.destroy())
  const check = () => healthChecks['log-archive']({ db, clock: createSystemClock() } as App)

  expect(await check()).toBeNull()

  await postgres.query('alter system set archive_mode = on')
  await postgres.query("alter system set archive_command = 'false'")
  await postgres.restart('fast')
  await postgres.query('create table written as select 1 as one')
  await postgres.query('select pg_switch_wal()')

  await expect.poll(check, { timeout: 60_000 }).toContain('The last attempt failed.')

  await postgres.query("alter system set archive_command = 'true'")
  await postgres.query('select pg_reload_conf()')
  await pause(1_000)
  await expect.poll(check, { timeout: 90_000 }).toBeNull()
}, 240_000)

test('A nearly full disk is reported', () => {
  const source = join(PROJECT, 'src/modules/operations/queries/health-checks.ts')
  const script = `
    const { healthChecks } = await import(${JSON.stringify(source)})
    const check = () => healthChecks['disk-full']({ config: { DATA_DIR: process.argv[1] } })
    const { writeFileSync } = await import('node:fs')
    const before = await check()
    writeFileSync(process.argv[1] + '/filling', new Uint8Array(950_000))
    console.log(JSON.stringify([before, await check()]))`

  // a file system of a megabyte, in a namespace of its own
  const output = execFileSync(
    'unshare',
    [
      ...['--user', '--map-root-user', '--mount', 'sh', '-c'],
      'mount -t tmpfs -o size=1m tmpfs "$1" && exec "$2" --input-type=module -e "$3" "$1"',
      ...['sh', scratch.path, process.execPath, script],
    ],
    { encoding: 'utf8', cwd: PROJECT },
  )
  const [before, after] = JSON.parse(output.trim().split('\n').at(-1) ?? '[]')

  expect(before).toBeNull()
  expect(after).toMatch(/^The disk of DATA_DIR has \d% free\.$/)
}, 60_000)
