import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureCaddy } from '../../scripts/debian.js'
import { startCaddy } from '../support/caddy.ts'

const NAME = 'Tanaka'

/** Sends a request to Caddy, whose certificate only this test accepts; null without an answer. */
const send = (url: string, method: string) =>
  new Promise<number | null | undefined>((resolve) => {
    const headers = { referer: `${url}?search=${NAME}` }
    request(`${url}/admin-dashboard/members?search=${NAME}`, {
      method,
      headers,
      rejectUnauthorized: false,
    })
      .once('response', (answer) => resolve(answer.resume().statusCode))
      .once('error', () => resolve(null))
      .end()
  })

test('the log of Caddy has requests and errors without their queries and headers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'candor-proxy-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const web = createServer((incoming, response) => {
    if (incoming.method === 'POST') incoming.socket.destroy()
    else if (incoming.url === '/healthz') response.end()
    else response.writeHead(302, { location: `/login?next=${NAME}` }).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void web.close())
  await once(web, 'listening')
  const { port } = web.address() as AddressInfo

  const caddy = await startCaddy(ensureCaddy(), folder, [port, port])
  onTestFinished(caddy.close)
  await expect.poll(() => send(caddy.url, 'GET'), { timeout: 20_000 }).toBe(302)
  expect(await send(caddy.url, 'POST')).toBe(502)

  await expect.poll(caddy.output, { timeout: 5_000 }).toContain('"logger":"http.log.error"')
  expect(caddy.output()).toContain('"uri":"/admin-dashboard/members"')
  expect(caddy.output()).toContain('"logger":"http.log.access"')
  expect(caddy.output()).not.toContain(NAME)
}, 60_000)
