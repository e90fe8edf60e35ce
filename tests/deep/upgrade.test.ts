import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureCaddy, ensureChromium } from '../../scripts/debian.js'
import { type Caddy, startCaddy } from '../support/caddy.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { createClients } from '../support/failover-clients.ts'
import { createDepositor } from '../support/failover-load.ts'
import {
  createInstallation,
  type Installation,
  type ReleaseProcess,
} from '../support/installed-release.ts'
import { freePort, PROJECT } from '../support/launcher.ts'
import { copyAsNextRelease, NEXT_MIGRATION, NEXT_VERSION } from '../support/next-release.ts'
import {
  confirming,
  depositing,
  type Journey,
  openBrowser,
  openPage,
  signingIn,
} from '../support/upgrade-journeys.ts'

const ports: [number, number] = [0, 0]
const archives: string[] = []
const complaints: string[] = []
let folder: string
let database: TestDatabase
let server: Installation
let caddy: Caddy
let browser: Browser

beforeAll(async () => {
  ensureChromium()
  const program = ensureCaddy()
  folder = mkdtempSync(join(tmpdir(), 'candor-upgrade-'))
  database = await testDatabase()
  for (const source of [PROJECT, copyAsNextRelease(folder)]) archives.push(makeRelease(source))

  ports[0] = await freePort()
  ports[1] = await freePort()
  caddy = await startCaddy(program, folder, ports)
  server = createInstallation(folder, {
    DATABASE_URL: database.ownerUrl,
    PUBLIC_URL: caddy.url,
    TRUST_PROXY: '1',
    CALLS_PER_SOURCE: '0', // every browser has the address of this machine
  })
  browser = await openBrowser()
}, 900_000)
afterAll(async () => {
  await browser?.close()
  await caddy?.close()
  await server?.close()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

/** Runs `npm run release` in a folder of sources; returns the archive. */
function makeRelease(source: string): string {
  const to = join(folder, `made-${archives.length}`)
  mkdirSync(to)
  execFileSync(process.execPath, ['scripts/release.js', '--uncommitted', '--to', to], {
    cwd: source,
    stdio: 'pipe',
  })
  return join(to, readdirSync(to).find((name) => name.endsWith('.gz')) ?? '')
}

/** As `systemctl restart` and the readiness that docs/operating/upgrade.md waits for. */
async function restart(process: ReleaseProcess, start: () => Promise<ReleaseProcess>) {
  process.child.kill('SIGTERM')
  const { code, output } = await process.ended
  expect(code, output).toBe(0)
  return await start()
}

const startWeb = async (port: number) => {
  const web = await server.serve('web', { PORT: String(port) })
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  return web
}
const startWorker = () => server.serve('worker')

/** Begins what several people are in the middle of; returns what lets them go on. */
async function begin(journeys: Journey[]) {
  const begun = await Promise.all(
    journeys.map(async (journey) => {
      const page = await openPage(browser, caddy.url, complaints)
      await journey.begin(page)
      return { journey, page }
    }),
  )

  return async (when: string) => {
    for (const { journey, page } of begun)
      await journey
        .finish(page)
        .catch((error) => complaints.push(`${journey.name} ${when}: ${error}`))
    return begun.map(({ page }) => page)
  }
}

/** Visits public pages through the proxy, one after the other, until stopped. */
function visitPages(page: Page) {
  let isStopped = false
  let visitCount = 0
  const visiting = (async () => {
    for (; !isStopped; visitCount++) {
      const path = ['/', '/login', '/company', '/signup'][visitCount % 4] as string
      const answer = await page.goto(path).catch((error) => complaints.push(`${path}: ${error}`))
      if (typeof answer === 'object' && answer?.status() !== 200)
        complaints.push(`${path}: ${answer?.status()}`)
    }
  })()

  return async () => {
    isStopped = true
    await visiting
    return visitCount
  }
}

test('an upgrade fails no page and loses no input', async () => {
  server.release('install', archives[0] as string)
  server.release('activate', server.listReleases()[0] as string)
  let webs = [await startWeb(ports[0]), await startWeb(ports[1])]
  let worker = await startWorker()

  const { post } = await createClients(
    ports,
    {
      tomas: ['/user/login', 'tomas@example.com'],
      amara: ['/user/login', 'amara@example.com'],
    },
    new AbortController().signal,
  )
  const submitDeposit = await createDepositor(ports[0], post)
  for (const member of ['tomas', 'amara']) await submitDeposit(member)

  const finishBetween = await begin([
    signingIn('tomas@example.com'),
    depositing('maya@example.com'),
    confirming('ines@example.com', /Tomas Vrba/),
  ])
  const finishAfter = await begin([
    signingIn('amara@example.com'),
    depositing('maya@example.com'),
    confirming('ruth@example.com', /Amara Mensah/),
  ])
  const stopVisiting = visitPages(await openPage(browser, caddy.url, complaints))
  const oldAssets = await listAssets()

  server.release('install', archives[1] as string)
  const next = server.listReleases().find((name) => name.startsWith(NEXT_VERSION)) ?? ''
  server.release('activate', next)
  const migrated = await server.run('migrate', { DATABASE_MIGRATION_URL: database.ownerUrl }).ended
  expect(migrated.output).toContain(NEXT_MIGRATION)
  expect(migrated.code).toBe(0)

  worker = await restart(worker, startWorker)
  const [first, second] = webs as [ReleaseProcess, ReleaseProcess]
  webs = [await restart(first, () => startWeb(ports[0]))]
  await finishBetween('between the restarts')
  webs.push(await restart(second, () => startWeb(ports[1])))
  const pages = await finishAfter('after the upgrade')
  const visitCount = await stopVisiting()

  const newAssets = await listAssets()
  const changedCount = newAssets.filter((path) => !oldAssets.includes(path)).length
  expect(changedCount, 'the scripts of the two releases differ').toBeGreaterThan(3)
  for (const page of pages) expect(new URL(page.url()).origin).toBe(caddy.url)

  console.log(
    `  upgraded to ${next}: 6 people went on, ${visitCount} pages visited, ${changedCount} of ` +
      `${newAssets.length} assets of the first page changed`,
  )
  expect(complaints).toEqual([])
  for (const { output } of [...webs, worker]) expect(output()).not.toContain('"level":50')

  const { rows } = await database.owner.query(
    "select count(*)::int as n from deposit where status = 'pending' and proof_key is not null",
  )
  expect(rows[0].n, 'both deposits arrived').toBeGreaterThanOrEqual(2)
}, 1_200_000)

const listAssets = async (): Promise<string[]> => {
  const page = await fetch(`http://127.0.0.1:${ports[1]}/login`)
  return (await page.text()).match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []
}
