import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpServer } from '#modules/notifications/testing.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import {
  endProcesses,
  freePort,
  killHard,
  type LaunchedProcess,
  launch,
  scratchFolder,
} from '../support/launcher.ts'

const scratch = scratchFolder()
const dataDir = join(scratch.path, 'data')
const launched: LaunchedProcess[] = []
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await endProcesses(launched)
  scratch.remove()
  await database.close()
})

async function startProcess(
  script: 'web' | 'worker',
  environment: Record<string, string>,
): Promise<LaunchedProcess> {
  const [DATABASE_URL, DATABASE_MIGRATION_URL] = [database.ownerUrl, database.ownerUrl]
  const one = await launch({
    script,
    dataDir,
    environment: { DATABASE_URL, DATABASE_MIGRATION_URL, LOG_LEVEL: 'error', ...environment },
  })

  launched.push(one)
  await one.ready()

  return one
}

/** A mail server that takes the call and never says a word. */
async function silentMailServer() {
  const held: Socket[] = []
  const server = createServer((socket) => held.push(socket.on('error', () => {}))).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    called: async () => {
      while (held.length === 0) await pause(20)
    },
    close: async () => {
      for (const socket of held) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const status = async (port: number, path: string) =>
  await fetch(`http://127.0.0.1:${port}${path}`).then(
    async (answer) => `${answer.status} ${(await answer.text()).trim()}`,
    () => 'refused',
  )

test('separate web and worker do all the work; a killed worker leaves its mail', async () => {
  const silent = await silentMailServer()
  const METRICS_PORT = String(await freePort())
  const mail = { SMTP_URL: `smtp://127.0.0.1:${silent.port}`, METRICS_PORT }
  const ASSETS_DIR = join(scratch.path, 'assets')
  mkdirSync(ASSETS_DIR)
  writeFileSync(join(ASSETS_DIR, 'screen-0a1b2c3d.js'), 'of the previous release')
  const [web, first] = await Promise.all([
    startProcess('web', { STOP_AFTER_MS: '5000', ASSETS_DIR }),
    startProcess('worker', mail),
  ])

  const old = await fetch(`http://127.0.0.1:${web.port}/assets/screen-0a1b2c3d.js`)
  expect(await old.text(), 'a page that is still open loads its scripts').toBe(
    'of the previous release',
  )
  expect(old.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(old.headers.get('content-type')).toContain('text/javascript')
  for (const path of [
    '/assets/screen-ffffffff.js',
    '/screen-0a1b2c3d.js',
    '/assets/../data/secret',
  ])
    expect(await status(web.port, path), path).toMatch(/^404/)

  expect(await status(web.port, '/healthz')).toBe('200 {"healthy":true}')
  expect(await status(web.port, '/readyz')).toBe('200 {"ready":true,"missing":[]}')
  expect(await status(Number(METRICS_PORT), '/readyz')).toBe('200 good')

  const response = await fetch(`http://127.0.0.1:${web.port}/api/user/forget-pass`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'maya@example.com' }),
  })

  expect(response.status).toBe(200)

  await silent.called()
  killHard(first.process.pid as number)
  await first.exitCode()

  const job = "from pgboss.job where name = 'send-mail' and state = 'active'"
  expect((await database.owner.query(`select ${job}`)).rowCount).toBeGreaterThan(0)

  // longer than the three minutes after which a silent job belongs to no worker any more
  await database.owner.query(
    `update pgboss.job set started_on = started_on - interval '1 hour', retry_delay = 0,
      retry_backoff = false where id in (select id ${job});
       update pgboss.queue set monitor_on = null, monitor_claim_on = null`,
  )

  await silent.close()

  const smtp = await openSmtpServer(silent.port)
  const second = await startProcess('worker', mail)
  const request = response.headers.get('x-request-id')
  const findMail = () =>
    smtp.received.find(({ email }) => email.headers.some(({ value }) => value === request))

  await expect.poll(findMail, { timeout: 120_000 }).toBeTruthy()
  expect(findMail()?.recipients).toEqual(['maya@example.com'])

  web.process.kill('SIGTERM')
  await expect
    .poll(() => status(web.port, '/readyz'), { interval: 50 })
    .toBe('503 {"ready":false,"missing":["stopping"]}')
  expect(await status(web.port, '/api/plans'), 'it still serves meanwhile').toMatch(/^200/)
  expect(await web.exitCode()).toBe(0)

  second.process.kill('SIGTERM')
  expect(await second.exitCode()).toBe(0)

  await smtp.close()
}, 300_000)
