import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  answering,
  type OutsideServer,
  outsideServer,
} from '../../../tests/support/outside-server.ts'
import { fetchExternalJson, parseExternalJson, requestExternal } from './fetch-external-json.ts'

let feed: OutsideServer
let elsewhere: OutsideServer

beforeAll(async () => {
  feed = await outsideServer()
  elsewhere = await outsideServer()
})
afterAll(async () => {
  await feed.close()
  await elsewhere.close()
})

const ask = (path = '/price', timeoutMs = 2_000) =>
  fetchExternalJson({ base: feed.base, path, timeoutMs })

test('a number arrives as the exact text that was sent', async () => {
  feed.behave(answering({ '/price': '{"price": 90071992547409.93, "whole": 7}' }))
  expect(await ask()).toEqual({ price: '90071992547409.93', whole: 7 })
})

test('a redirect is not followed, wherever it leads', async () => {
  elsewhere.behave(answering({ '/': { price: 1 } }))

  for (const status of [301, 302, 303, 307, 308]) {
    feed.behave((_request, response) =>
      response.writeHead(status, { location: elsewhere.base }).end(),
    )
    await expect(ask(), `${status}`).rejects.toThrow(`answered ${status}`)
  }

  expect(elsewhere.requestedPaths).toEqual([])
})

test('a path that leads to another host is not asked for', async () => {
  const away = fetchExternalJson({ base: feed.base, path: `${elsewhere.base}/price` })
  await expect(away).rejects.toThrow('leads away')
  await expect(
    fetchExternalJson({ base: feed.base, path: '//evil.example/price' }),
  ).rejects.toThrow('leads away')
  expect(elsewhere.requestedPaths).toEqual([])
})

test('silence ends: before the answer, and in the middle of it', async () => {
  feed.behave(() => {})
  await expect(ask('/price', 150)).rejects.toThrow(/timeout/i)

  feed.behave((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"price":')
  })
  await expect(ask('/price', 150)).rejects.toThrow(/timeout|abort/i)
})

test('an answer that never ends is left after a megabyte, and its line is cut', async () => {
  let cut: Promise<unknown> | undefined
  feed.behave((_request, response) => {
    cut = once(response, 'close')
    response.writeHead(200, { 'content-type': 'application/json' })

    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })

  await expect(ask()).rejects.toThrow('answered more than 1048576 bytes')

  await cut
})

test('a page, an error, a broken text and half an answer are no prices', async () => {
  feed.behave(answering({ '/price': '{"price":1}' }, 'text/html'))
  await expect(ask()).rejects.toThrow('answered text/html')

  feed.behave((_request, response) =>
    response.writeHead(429, { 'content-type': 'application/json' }).end('{}'),
  )
  await expect(ask()).rejects.toThrow('answered 429')

  feed.behave(answering({ '/price': '{"price":' }))
  await expect(ask()).rejects.toThrow(SyntaxError)

  feed.behave((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"price":1}')
    setTimeout(() => response.destroy(), 20)
  })

  await expect(ask()).rejects.toThrow()

  feed.behave((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(Buffer.from([0x22, 0xff, 0xfe, 0x22]))
  })

  await expect(ask()).rejects.toThrow(TypeError)
})

test('an unreachable host is reported as such', async () => {
  const gone = await outsideServer()
  await gone.close()
  await expect(fetchExternalJson({ base: gone.base, path: '/' })).rejects.toThrow('fetch failed')
})

test('text and JSON are posted, and any status is returned with its type', async () => {
  feed.behave((request, response) => {
    response.writeHead(404, { 'content-type': 'text/plain' })
    request.pipe(response, { end: false })
    request.once('end', () => response.end(` ${request.method} ${request.headers['content-type']}`))
  })
  const base = feed.base

  const text = await requestExternal({ base, path: '/tx', text: '0200' })
  expect(text).toEqual({ status: 404, type: 'text/plain', text: '0200 POST text/plain' })
  const json = await requestExternal({ base, path: '/', body: { id: 1 } })
  expect(json.text).toBe('{"id":1} POST application/json')
  expect(() => parseExternalJson(json)).toThrow('answered text/plain')
  await expect(requestExternal({ base, path: '//evil.example/' })).rejects.toThrow('leads away')
})
