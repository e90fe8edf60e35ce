import { connect } from 'node:net'
import { BENT_PATHS, staysHere } from '../support/redirects.ts'
import { expect, test } from './support/sandbox.ts'

/** Returns the answer to an address exactly as written; a browser would normalise it first. */
const fetchHead = (base: string, path: string) =>
  new Promise<string>((resolve) => {
    const { hostname, port, host } = new URL(base)
    const socket = connect(Number(port), hostname)
    let text = ''

    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text.slice(0, text.indexOf('\r\n\r\n'))))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  })

test('No address of the site redirects to another site.', async ({ baseURL }) => {
  const heads = await Promise.all(
    BENT_PATHS.map(async (path) => ({ path, head: await fetchHead(String(baseURL), path) })),
  )
  for (const { path, head } of heads) {
    const status = Number(head.split(' ')[1])
    expect(status, `${path}\n${head.slice(0, 200)}`).toBeGreaterThanOrEqual(200)
    expect(status, path).toBeLessThan(500)

    const led = /^(?:location|refresh|link): (.*)$/im.exec(head)?.[1]?.trim()
    if (led && status < 400)
      expect(
        staysHere(led, `${baseURL}${path.startsWith('//') ? '/' : path}`),
        `${path}: ${led}`,
      ).toBe(true)
  }
})

test('Chromium refuses to run text as a script on every page.', async ({ browser, baseURL }) => {
  const page = await (await browser.newContext()).newPage() // its complaints are part of the test
  await page.goto(`${baseURL}/login`)

  const outcomes = await page.evaluate(() => {
    const tries: Record<string, () => unknown> = {
      markup: () => {
        document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
      },
      source: () => {
        document.createElement('script').text = 'alert(1)'
      },
      address: () => {
        document.createElement('script').src = 'https://evil.example/x.js'
      },
    }

    return Object.entries(tries).map(([name, attempt]) => {
      try {
        attempt()
        return `${name} was taken`
      } catch (error) {
        return `${name}: ${(error as Error).name}`
      }
    })
  })

  expect(outcomes).toEqual(['markup: TypeError', 'source: TypeError', 'address: TypeError'])

  await page.context().close()
})
